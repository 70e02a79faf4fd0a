import { Hono } from 'hono';
import type { GatewayDirectory } from '../gateway/directory.ts';

/** `/tls/ask?domain=…`: may the TLS proxy in front fetch a certificate for this host name? Only for a workspace that exists. */
export function serveTlsAsk(directory: Pick<GatewayDirectory, 'find'>, workspaceDomain: string): Hono {
  const app = new Hono();
  app.get('/tls/ask', async (c) => {
    const domain = c.req.query('domain')?.toLowerCase() ?? '';
    const suffix = `.${workspaceDomain}`;
    const label = domain.endsWith(suffix) ? domain.slice(0, -suffix.length) : '';
    const known = /^[a-z0-9-]{1,63}$/.test(label) && (await directory.find(label)) !== null;
    return known ? c.text('yes') : c.text('no', 404);
  });
  return app;
}
