import { setTimeout as delay } from 'node:timers/promises';
import { and, isNotNull } from 'drizzle-orm';
import { type Connections, findProcesses, isKnock, readConnections } from '../../compute/knocks.ts';
import type { Dependencies } from '../context.ts';
import { instances } from './tables.ts';
import { wakeForNeighbour } from './wake.ts';

const LOOK_EVERY_MS = 1_000;

interface Sleeper {
  /** Of its container; null if this machine doesn't show it. */
  pid: number | null;
  seen: Connections | undefined;
}

/**
 * Wakes what sleeps when another container of its organization speaks to it, until `signal` aborts: the kernel accepts
 * the connection for the frozen program and keeps what is sent, which is looked for once a second. Only for containers
 * whose processes this machine shows.
 */
export async function watchKnocks(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const sleepers = new Map<string, Sleeper>();
  while (!signal.aborted) {
    await look(dependencies, sleepers).catch((error) => {
      dependencies.log.warn({ err: error }, 'connections to sleeping workspaces were not looked for');
    });
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function look(dependencies: Dependencies, sleepers: Map<string, Sleeper>): Promise<void> {
  const { id, kind, containerId, asleepSince } = instances;
  const asleep = await dependencies.db
    .select({ id, kind, containerId, asleepSince })
    .from(instances)
    .where(and(isNotNull(asleepSince), isNotNull(containerId)));
  const keyOf = (row: (typeof asleep)[number]) => `${row.id} ${row.containerId} ${row.asleepSince?.getTime()}`;
  const current = new Set(asleep.map(keyOf));
  for (const key of sleepers.keys()) if (!current.has(key)) sleepers.delete(key);
  // One walk for all that have just fallen asleep.
  const processes = asleep.some((row) => !sleepers.has(keyOf(row))) ? await findProcesses() : new Map<string, number>();
  for (const row of asleep) {
    const key = keyOf(row);
    const known = sleepers.get(key) ?? { pid: processes.get(row.containerId ?? '') ?? null, seen: undefined };
    sleepers.set(key, known);
    const now = known.pid === null ? null : await readConnections(known.pid);
    if (!now) continue;
    if (isKnock(known.seen, now)) await wakeForNeighbour(dependencies, dependencies.kinds[row.kind], row.id);
    known.seen = now;
  }
}
