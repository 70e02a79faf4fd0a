import type { Duplex } from 'node:stream';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

const httpDuration = new Histogram({
  name: 'slipway_http_request_seconds',
  help: 'API requests by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});

const jobOutcomes = new Counter({
  name: 'slipway_jobs_total',
  help: 'Background jobs by name and outcome',
  labelNames: ['name', 'outcome'],
  registers: [registry],
});

const openConnections = new Gauge({
  name: 'slipway_gateway_connections',
  help: 'Connections into workspaces now, by way in',
  labelNames: ['way'],
  registers: [registry],
});

const spares = new Gauge({
  name: 'slipway_spares',
  help: 'Workspaces made ahead, by status, at the last look of this worker',
  labelNames: ['status'],
  registers: [registry],
});

const spareClaims = new Counter({
  name: 'slipway_spare_claims_total',
  help: 'New workspaces that found one made ahead, found none, or could not use it',
  labelNames: ['outcome'],
  registers: [registry],
});

/** Records how long an API answer took, by its route in the contract. */
export function noteAnswer(labels: { method: string; route: string; status: number }, seconds: number): void {
  httpDuration.observe(labels, seconds);
}

/** Counts a run of a job; a failed one is retried up to its limit. */
export function noteJob(name: string, outcome: 'success' | 'error' | 'failed'): void {
  jobOutcomes.inc({ name, outcome });
}

/** Counts a connection into a workspace while it is open. */
export function countWhileOpen(way: 'websocket' | 'ssh' | 'tcp', socket: Duplex): void {
  openConnections.inc({ way });
  socket.once('close', () => openConnections.dec({ way }));
}

/** Notes how many workspaces are made ahead. */
export function noteSpares(counts: Record<string, number>): void {
  for (const [status, count] of Object.entries(counts)) spares.set({ status }, count);
}

/** Counts a new workspace by whether one was made ahead for it; `failed` comes after `hit`. */
export function noteSpareClaim(outcome: 'hit' | 'miss' | 'failed'): void {
  spareClaims.inc({ outcome });
}

/** Adds memory, cpu and event loop of this process. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry });
}

/** What was measured, in Prometheus's text format. */
export async function readMetrics(): Promise<{ text: string; contentType: string }> {
  return { text: await registry.metrics(), contentType: registry.contentType };
}
