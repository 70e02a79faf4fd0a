import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { CLIENT_SCOPES } from '#shared/features/profile/oauth.ts';
import { recordEndedToken } from '../features/auth/record-ended-token.ts';
import type { Dependencies, Origin } from '../features/context.ts';
import type { AppEnvironment, ResolveSession } from '../features/routing.ts';
import { failure } from '../http/errors.ts';
import { bearerOf, provide } from '../http/session.ts';
import { hashToken, newId } from '../platform/ids.ts';
import { type Api, createCallRoute } from './call-route.ts';
import { createCancellations } from './cancellations.ts';
import { createCommands } from './commands.ts';

export const MCP_PATH = '/mcp';
/** A file of a million characters, escaped. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;
const KEEP_ALIVE_MS = 15_000;
const SESSION_ID = 'mcp-session-id';

const cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string().max(200), z.number()]) }),
});
const initializes = z.object({ method: z.literal('initialize') });

interface Options {
  /** The API in this process. */
  api: Api;
  resolveSession: ResolveSession;
}

export interface McpServer {
  routes: Hono<AppEnvironment>;
  close(): Promise<void>;
}

/**
 * The Model Context Protocol over streamable HTTP, for API tokens. Each request stands for itself, so any process can answer it: the
 * id of a session only tells one client's calls from another's with the same token.
 */
export async function startMcp(dependencies: Dependencies, { api, resolveSession }: Options): Promise<McpServer> {
  const cancellations = await createCancellations(dependencies);
  const commands = await createCommands(dependencies, { resolveSession });
  const routes = new Hono<AppEnvironment>();
  routes.use(MCP_PATH, refuseOtherSites(dependencies.config.publicUrl));
  routes.use(MCP_PATH, provide(dependencies, resolveSession));

  routes.post(MCP_PATH, bodyLimit({ maxSize: BODY_LIMIT_BYTES }), async (c) => {
    const key = bearerOf(c);
    const actor = key ? await resolveSession(dependencies, key) : null;
    // A session is a person's: what works for them has a token, with its scopes.
    if (!key || !actor?.apiToken) {
      await recordEndedToken({ ...dependencies, origin: c.get('origin') }, key, `POST ${MCP_PATH}`);
      return unauthorized(c, dependencies.config.publicUrl);
    }
    const body: unknown = await c.req.json().catch(() => undefined);
    const session = (c.req.header(SESSION_ID) ?? '').slice(0, 200);
    const nameOf = (requestId: string | number) => hashToken(JSON.stringify([actor.sessionId, session, requestId]));
    const end = cancelled.safeParse(body);
    if (end.success) {
      await cancellations.cancel(nameOf(end.data.params.requestId));
      return c.body(null, 202);
    }
    const call = createCallRoute(api, { key, request: c.req.raw, incoming: c.env?.incoming });
    const origin: Origin = c.get('origin');
    const cancellable = (requestId: string | number) => cancellations.open(nameOf(requestId));
    const { createServer, Transport } = await protocol();
    const server = createServer({ dependencies, actor, key, call, commands, origin, cancellable });
    const transport = new Transport({ keepAliveMs: KEEP_ALIVE_MS });
    await server.connect(transport);
    // Ends what runs for it.
    const gone = () => void server.close();
    c.req.raw.signal.addEventListener('abort', gone);
    const response = await transport.handleRequest(c.req.raw, { parsedBody: body ?? 'not JSON' });
    const headers = new Headers(response.headers);
    headers.set('Cache-Control', 'no-store');
    // nginx would hold progress back.
    headers.set('X-Accel-Buffering', 'no');
    if (initializes.safeParse(body).success) headers.set(SESSION_ID, newId());
    return new Response(response.body && tellEnd(response.body, gone), { status: response.status, headers });
  });

  // Nothing is sent outside of an answer, and there is no session to end.
  routes.all(MCP_PATH, (c) => c.json(failure('Only POST is answered here.'), 405, { Allow: 'POST' }));
  routes.onError((error, c) => {
    dependencies.log.error({ err: error }, 'a request over MCP failed');
    return c.json(failure('An unexpected error occurred on our side.'), 500);
  });
  return {
    routes,
    async close() {
      await Promise.all([cancellations.close(), commands.close()]);
    },
  };
}

/** The SDK takes 10 to 30 MB of memory, which a process that no agent asks keeps free. */
async function protocol() {
  const [{ WebStandardStreamableHTTPServerTransport: Transport }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('./create-server.ts'),
  ]);
  return { Transport, createServer };
}

/** A page of another site, also one that takes our name for itself, must not speak to it (DNS rebinding). */
function refuseOtherSites(publicUrl: string) {
  const ours = new URL(publicUrl).origin;
  return async (c: HonoContext, next: () => Promise<void>) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== ours) return c.json(failure('Pages of other sites may not call this.'), 403);
    return next();
  };
}

/** Says where a client that can be authorized by a person learns how (RFC 9728). */
function unauthorized(c: HonoContext, publicUrl: string): Response {
  const sentence = 'Send an API token as Authorization: Bearer slipway_…, or connect with OAuth.';
  const challenge = {
    realm: 'slipway',
    ...(c.req.header('authorization') && { error: 'invalid_token' }),
    scope: CLIENT_SCOPES.join(' '),
    resource_metadata: `${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}`,
  };
  const parameters = Object.entries(challenge).map(([name, value]) => `${name}="${value}"`);
  return c.json(failure(sentence), 401, { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` });
}

/** Is told once the stream ended or its reader left. */
function tellEnd(stream: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (value) controller.enqueue(value);
      if (!done) return;
      ended();
      controller.close();
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}
