import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../../resources/deploy/check-health.mjs');

let status = 200;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(status).end();
});
const port = () => String((server.address() as AddressInfo).port);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const check = (env: Record<string, string>) =>
  new Promise<number>((resolve) => {
    execFile(process.execPath, [SCRIPT], { env }).once('exit', (code) => resolve(code ?? -1));
  });

test('the container is as ready as the API at its configured port', async () => {
  status = 200;
  expect(await check({ SLIPWAY_PORT: port(), SLIPWAY_HOST: '0.0.0.0' })).toBe(0);
  expect(asked.at(-1)).toBe('/readyz');
  status = 503;
  expect(await check({ SLIPWAY_PORT: port(), SLIPWAY_ROLES: 'worker, api' })).toBe(1);
});

test('without the API, the port of its metrics tells', async () => {
  status = 200;
  expect(await check({ SLIPWAY_METRICS_PORT: port(), SLIPWAY_PORT: '1', SLIPWAY_ROLES: 'gateway,worker' })).toBe(0);
  expect(asked.at(-1)).toBe('/readyz');
});

test('nobody listening is not ready', async () => {
  expect(await check({ SLIPWAY_PORT: '1' })).toBe(1);
});
