import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { load } from './load.ts';
import { API_PORT, startServerStage } from './server-stage.ts';
import type { Row } from './table.ts';

const REFERENCE_PORT = 15_590;
const ROUNDS = 3;

/** `GET /users/current` of the whole server against the same Hono with one query and nothing else, in turns. */
export async function benchUsers(): Promise<Row[]> {
  const stage = await startServerStage();
  const reference = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'users-reference.ts'), stage.databaseUrl, String(REFERENCE_PORT)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    await once(reference.stdout, 'data');
    const head = `GET /api/users/current HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Session-Key: ${stage.owner.key}`;
    const best = { ours: 0, reference: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, port] of [
        ['ours', API_PORT],
        ['reference', REFERENCE_PORT],
      ] as const) {
        const { requestsPerSecond } = await load({ host: '127.0.0.1', port, head, connections: 16, seconds: 3 });
        best[name] = Math.max(best[name], requestsPerSecond);
      }
    }
    return [
      {
        what: 'GET /users/current',
        unit: 'req/s',
        ours: best.ours,
        against: 'bare Hono with one SQL query',
        reference: best.reference,
        aim: '≥ 0.7 ×',
      },
    ];
  } finally {
    reference.stdin.end();
    await stage.close();
  }
}
