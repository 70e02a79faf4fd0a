import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { noteServerBack, noteServerLost } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import type { HostRecord } from './find-host.ts';
import { loadEngines } from './keep-engines.ts';
import { engineConfig, sealMachine } from './machine.ts';
import { claimOf } from './machine-spec.ts';
import { announceHost } from './messages.ts';

const TRIES = 3;
const PAUSE_MS = 1000;
const PING_TIMEOUT_MS = 5000;

/**
 * Checks a host. If it fails to answer three times, its workspaces and services become Offline; once it answers again
 * they are restarted.
 */
export async function checkHost(dependencies: Dependencies, host: HostRecord): Promise<void> {
  await relocate(dependencies, host);
  const answers = await doesAnswer(dependencies, host.id);
  if (answers === (host.lostAt === null)) return;
  await dependencies.db.transaction(async (tx) => {
    const lostAt = answers ? null : dependencies.clock.now();
    await tx.update(hosts).set({ lostAt }).where(eq(hosts.id, host.id));
    await announceHost(dependencies, tx, host);
  });
  dependencies.log[answers ? 'info' : 'warn'](
    { hostId: host.id },
    answers ? 'a host is back' : 'a host does not answer',
  );
  if (answers) await noteServerBack(dependencies, host.id);
  else await noteServerLost(dependencies, host.id, host.name);
  // Its page also shows what is on it.
  await announceHost(dependencies, dependencies.db, host);
}

/** A restarted machine may have another address. */
async function relocate(dependencies: Dependencies, host: HostRecord): Promise<void> {
  const config = engineConfig(dependencies, host);
  if (!config || !('remote' in config)) return;
  const remote = await dependencies.hostProviders
    .get(host.provider)
    .locate(claimOf(host), config.remote)
    .catch(() => null);
  if (!remote || (remote.host === config.remote.host && remote.port === config.remote.port)) return;
  await dependencies.db.transaction(async (tx) => {
    await tx
      .update(hosts)
      .set({ machine: sealMachine(dependencies, { remote }) })
      .where(eq(hosts.id, host.id));
    await announceHost(dependencies, tx, host);
  });
  await loadEngines(dependencies, host.id);
}

async function doesAnswer({ engines }: Dependencies, id: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await engines.get(id).ping({ timeoutMs: PING_TIMEOUT_MS });
      return true;
    } catch {
      if (attempt >= TRIES) return false;
    }
    await delay(PAUSE_MS);
  }
}
