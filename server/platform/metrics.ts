import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

export const httpDuration = new Histogram({
  name: 'slipway_http_request_seconds',
  help: 'API requests by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});

export const jobOutcomes = new Counter({
  name: 'slipway_jobs_total',
  help: 'Background jobs by name and outcome',
  labelNames: ['name', 'outcome'],
  registers: [registry],
});

export const openConnections = new Gauge({
  name: 'slipway_gateway_connections',
  help: 'Connections into workspaces now, by way in',
  labelNames: ['way'],
  registers: [registry],
});

/** Serves `/metrics` on the loopback address only. Resolves when listening. */
export async function serveMetrics(port: number): Promise<Server> {
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
