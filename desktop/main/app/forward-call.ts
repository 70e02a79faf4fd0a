import { ANSWER_POLICY } from './page-policies.ts';

/** What describes the page or the transfer, or is Chromium's to add. */
const NOT_SENT = /^(cookie|host|origin|referer|connection|content-length|proxy-.*|sec-.*)$/;
/** What would change the page, or is undone by the time we have the answer. */
const NOT_ANSWERED =
  /^(set-cookie|location|refresh|link|content-security-policy.*|content-encoding|content-length|x-frame-options|clear-site-data|service-worker-allowed|access-control-.*|connection|transfer-encoding|keep-alive)$/;
const NO_BODY = [204, 205, 304];

/**
 * Passes a page's API call on to its server, and the answer back as data: it can't become a document, set a policy or
 * lead elsewhere. A redirect is a failure, because the session key would go with it.
 */
export async function forwardCall(send: typeof fetch, server: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const hasBody = !['GET', 'HEAD'].includes(request.method);
  const response = await send(`${server}${url.pathname}${url.search}`, {
    method: request.method,
    headers: [...request.headers].filter(([name]) => !NOT_SENT.test(name.toLowerCase())),
    body: hasBody ? await request.arrayBuffer() : null,
    redirect: 'error',
    credentials: 'include',
    signal: request.signal,
  });
  const headers = new Headers([...response.headers].filter(([name]) => !NOT_ANSWERED.test(name.toLowerCase())));
  if (/html|xml/i.test(headers.get('content-type') ?? '')) headers.set('Content-Type', 'text/plain; charset=utf-8');
  headers.set('Content-Security-Policy', ANSWER_POLICY);
  headers.set('X-Content-Type-Options', 'nosniff');
  const { status, statusText } = response;
  return new Response(NO_BODY.includes(status) ? null : response.body, { status, statusText, headers });
}
