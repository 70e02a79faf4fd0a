const COMMON = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/** For the app's own pages. */
export const PAGES_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  ...COMMON,
].join('; ');

/** For answers of the server: as a document they show nothing, run nothing and have no origin. */
export const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The web's own policy (server/http/web.ts), without inline scripts and with the server's live connection. */
export function uiPolicy(server: string): string {
  return [
    "default-src 'self'",
    "script-src 'self' https://js.stripe.com",
    'frame-src https://js.stripe.com https://hooks.stripe.com',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${server} ${server.replace(/^http/, 'ws')} https://api.stripe.com`,
    ...COMMON,
  ].join('; ');
}
