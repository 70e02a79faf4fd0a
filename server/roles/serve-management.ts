import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { keepServing } from '../platform/keep-serving.ts';
import { measureProcess, readMetrics } from '../platform/metrics.ts';
import { closeServer, listen } from './listen.ts';
import type { Start } from './start.ts';

/** `/healthz`, `/readyz` and `/metrics` of this process, whatever its roles; on the loopback address only. */
export async function serveManagement({ dependencies, health, closers }: Start, port: number): Promise<void> {
  measureProcess();
  const app = new Hono();
  app.route('/', health.routes);
  app.get('/metrics', async (c) => {
    const { text, contentType } = await readMetrics();
    return c.body(text, 200, { 'content-type': contentType });
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listen(server, port, '127.0.0.1');
  keepServing(server, dependencies.log, 'metrics');
  closers.push(() => closeServer(server));
}
