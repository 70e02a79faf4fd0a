import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CLIENT_SCOPES, OFFERED_SCOPES } from '#shared/features/profile/oauth.ts';
import type { Dependencies, PublicContext } from '../features/context.ts';
import { resourceOf } from '../features/profile/oauth/addresses.ts';
import type { Keys } from '../features/profile/oauth/grants.ts';
import { type OAuthError, OAuthRefusal } from '../features/profile/oauth/oauth-refusal.ts';
import { redeemCode } from '../features/profile/oauth/redeem-code.ts';
import { refreshGrant } from '../features/profile/oauth/refresh-grant.ts';
import { registerClient } from '../features/profile/oauth/register-client.ts';
import { revokeGrant } from '../features/profile/oauth/revoke-grant.ts';
import type { AppEnvironment, ResolveSession } from '../features/routing.ts';
import { TooManyRequests } from '../platform/errors.ts';
import { provide } from './session.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
/** For whoever writes a client; nobody else reads them. */
const DESCRIPTIONS: Record<OAuthError, string> = {
  invalid_request: 'a parameter is missing or there twice, or this is no form (application/x-www-form-urlencoded)',
  invalid_client: 'unknown: register first',
  invalid_grant: 'wrong, expired, revoked or already used',
  invalid_target: 'no such resource',
  unsupported_grant_type: 'authorization_code or refresh_token',
  invalid_redirect_uri:
    'https, http on localhost, 127.0.0.1 or [::1], or a scheme of an editor’s or with a dot (com.example.app:/), without a query',
  invalid_client_metadata: 'client_name is one line of at most 60 characters',
};
const FORM = /^application\/x-www-form-urlencoded\b/i;

/**
 * What programs call to be connected to `/mcp` as OAuth 2.1 and the Model Context Protocol say: metadata (RFC 8414,
 * RFC 9728), registration (RFC 7591), tokens, and revocation (RFC 7009). Without cookies and without CORS: pages of other
 * sites learn nothing here. The person's part is the page `/authorize`.
 */
export function serveOAuth(dependencies: Dependencies, resolveSession: ResolveSession): Hono<AppEnvironment> {
  const { config } = dependencies;
  const { publicUrl } = config;
  const app = new Hono<AppEnvironment>();
  const small = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: (c) => c.json({ error: 'invalid_request', error_description: 'too much' }, 413),
  });
  app.use('/oauth/*', provide(dependencies, resolveSession), small, async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  const resource = {
    resource: resourceOf(config),
    resource_name: 'Slipway',
    authorization_servers: [publicUrl],
    scopes_supported: CLIENT_SCOPES,
    bearer_methods_supported: ['header'],
  };
  app.get('/.well-known/oauth-protected-resource', (c) => c.json(resource));
  app.get('/.well-known/oauth-protected-resource/mcp', (c) => c.json(resource));
  app.get('/.well-known/oauth-authorization-server', (c) =>
    c.json({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      scopes_supported: OFFERED_SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }),
  );
  // Programs look for more; the UI's page isn't what they expect.
  app.all('/.well-known/*', (c) => c.json({ error: 'not_found' }, 404));

  const contextOf = (c: HonoContext<AppEnvironment>): PublicContext => ({
    ...dependencies,
    origin: c.get('origin'),
    actor: null,
  });

  app.post('/oauth/register', async (c) => {
    const input: unknown = await c.req.json().catch(() => undefined);
    const client = await registerClient(contextOf(c), input);
    return c.json(
      {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      201,
    );
  });
  app.post('/oauth/token', async (c) => c.json(await answerToken(contextOf(c), await formOf(c))));
  app.post('/oauth/revoke', async (c) => {
    const form = await formOf(c);
    await revokeGrant(contextOf(c), { clientId: form.required('client_id'), token: form.required('token') });
    return c.body(null, 200);
  });
  app.all('/oauth/*', (c) => c.json({ error: 'not_found' }, 404));

  app.onError((error, c) => {
    if (error instanceof TooManyRequests) {
      c.header('Retry-After', String(error.retryAfterSeconds));
      dependencies.log.warn({ path: c.req.path, from: c.get('origin')?.ipAddress }, 'too many attempts');
      return c.json({ error: 'too_many_requests' }, 429);
    }
    if (error instanceof OAuthRefusal) {
      const status = error.error === 'invalid_client' ? 401 : 400;
      return c.json({ error: error.error, error_description: DESCRIPTIONS[error.error] }, status);
    }
    dependencies.log.error({ err: error }, 'a request of an OAuth client failed');
    return c.json({ error: 'server_error' }, 500);
  });
  return app;
}

function answerToken(context: PublicContext, form: Form): Promise<Keys> {
  const clientId = form.required('client_id');
  const resource = form.optional('resource');
  switch (form.required('grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [form.required('code'), form.required('code_verifier')];
      return redeemCode(context, { clientId, code, verifier, redirectUri: form.optional('redirect_uri'), resource });
    }
    case 'refresh_token':
      return refreshGrant(context, { clientId, refreshToken: form.required('refresh_token'), resource });
    default:
      throw new OAuthRefusal('unsupported_grant_type');
  }
}

interface Form {
  required(name: string): string;
  optional(name: string): string | undefined;
}

/** Of the body alone; nothing may be there twice (RFC 6749, 3.2). @throws OAuthRefusal */
async function formOf(c: HonoContext): Promise<Form> {
  if (!FORM.test(c.req.header('content-type') ?? '')) {
    throw new OAuthRefusal('invalid_request');
  }
  const form = new URLSearchParams(await c.req.text());
  const optional = (name: string) => {
    const [value, ...more] = form.getAll(name);
    if (more.length > 0) throw new OAuthRefusal('invalid_request');
    return value || undefined;
  };
  return {
    optional,
    required(name) {
      const value = optional(name);
      if (!value) throw new OAuthRefusal('invalid_request');
      return value;
    },
  };
}
