import { Hono } from 'hono';
import type { GatewayDirectory } from '../gateway/directory.ts';
import { isKnownPort, parseHost } from '../gateway/http/host.ts';

/**
 * `/tls/ask?domain=…`: may the TLS proxy in front fetch a certificate for this host name? Only for an existing
 * workspace, or a port of it that is open to http and known: nobody makes us fetch 65,535 of them.
 */
export function serveTlsAsk(directory: Pick<GatewayDirectory, 'find'>, workspaceDomain: string): Hono {
  const app = new Hono();
  app.get('/tls/ask', async (c) => {
    const host = parseHost(c.req.query('domain'), workspaceDomain);
    const target = host && (await directory.find(host.slug));
    return target && isKnownPort(target, host.port) ? c.text('yes') : c.text('no', 404);
  });
  return app;
}
