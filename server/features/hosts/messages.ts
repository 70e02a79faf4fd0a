import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import { addMessage, type ChangeDependencies } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import type { HostRecord } from './find-host.ts';
import { hostInitMessages } from './tables.ts';

/** A host is created once. */
export const REVISION = 1;

/** Where the init messages of hosts are stored and sent. */
export const hostMessages = {
  messages: { table: hostInitMessages, owner: hostInitMessages.hostId, room: 'hostinit' as const },
};

export async function tellHost(
  dependencies: ChangeDependencies,
  executor: Executor,
  { id, code, text, again = false }: { id: string; code: string; text: string; again?: boolean },
): Promise<void> {
  await addMessage(dependencies, executor, hostMessages, { id, revision: REVISION, code, text, again });
}

/** Tells each host waiting to be created how many are before it; again whenever one leaves the queue. */
export async function tellPositions(dependencies: ChangeDependencies, executor: Executor): Promise<void> {
  const waiting = await executor
    .select({ id: hosts.id })
    .from(hosts)
    .where(and(eq(hosts.status, 'Pending'), eq(hosts.attempts, 0)))
    .orderBy(asc(hosts.createdAt), asc(hosts.id));
  const [making] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(hosts)
    .where(and(eq(hosts.status, 'Pending'), lt(sql`0`, hosts.attempts)));
  const before = making?.count ?? 0;
  for (const [index, { id }] of waiting.entries()) {
    await tellHost(dependencies, executor, {
      id,
      code: 'JQ',
      text: say('hosts.queuePosition', { position: before + index + 1 }),
      again: true,
    });
  }
}

/** Tells open pages and, if the way to its engine changed, every process. */
export async function announceHost(
  dependencies: ChangeDependencies,
  executor: Executor,
  host: Pick<HostRecord, 'id' | 'organizationId'>,
): Promise<void> {
  await dependencies.bus.notify(executor, 'host_changed', { id: host.id });
  await dependencies.publish(executor, 'hosts', host.organizationId, { id: host.id });
}
