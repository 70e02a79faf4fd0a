import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerStage } from './server-stage.ts';
import type { Row } from './table.ts';

const REST_MS = 15_000;

/** How soon a server that has its database and its migrations answers, and what it takes while nobody asks anything. */
export async function benchRest(): Promise<Row[]> {
  const stage = await startServerStage();
  try {
    const from = performance.now();
    const pid = await stage.killAndRestart();
    const readySeconds = (performance.now() - from) / 1000;
    await delay(REST_MS);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    const common = { against: '—', reference: null };
    return [
      { what: 'server ready after Postgres', unit: 's', ours: readySeconds, aim: '≤ 2 s', ...common },
      { what: 'server at rest', unit: 'MB', ours: megabytes, aim: '≤ 180 MB', ...common },
    ];
  } finally {
    await stage.close();
  }
}
