import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import type { Swarm, SwarmNode } from '../../compute/engine.ts';
import { SECOND } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import type { Dependencies } from '../context.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import { requestPreparation, requestWatch } from './prepare-job.ts';

/** The manager: this machine's own engine. */
export const HOME = 'local';

/** On the nodes that take shared workspaces. */
const LABEL = ['slipway.pool', 'shared'] as const;
const EVERY = { inSwarm: 5 * SECOND, alone: 60 * SECOND };

/** Follows the swarm of this machine's engine until `signal` aborts. Without a swarm there is nothing to follow. */
export async function watchPool(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const found = await followSwarm(dependencies).catch((error) => {
      dependencies.log.warn({ err: error }, 'the swarm could not be asked for its nodes');
      return true;
    });
    await delay(found ? EVERY.inSwarm : EVERY.alone, undefined, { signal }).catch(() => undefined);
  }
}

/** Writes down how the nodes are, as their manager sees them. @returns false without a swarm @throws EngineError */
export async function followSwarm(dependencies: Dependencies): Promise<boolean> {
  const swarm = await dependencies.engines.get(HOME).swarm();
  const known = await dependencies.db.select().from(nodes).where(isNull(nodes.removedAt));
  if (!swarm && known.length === 0) return false;
  await dependencies.db.transaction(async (tx) => {
    await holdNamedLock(tx, 'pool.follow');
    await note(dependencies, tx, swarm ?? { ownId: '', nodes: [], joinCommand: '' });
  });
  return swarm !== null;
}

async function note(dependencies: Dependencies, tx: Transaction, swarm: Swarm): Promise<void> {
  const all = await tx.select().from(nodes).for('update');
  const known = all.filter(({ removedAt }) => removedAt === null);
  // One that was removed comes back only by joining again, which gives it another id.
  const removed = new Set(all.filter(({ removedAt }) => removedAt !== null).map(({ swarmId }) => swarmId));
  const heard = new Set<string>();
  for (const seen of swarm.nodes) {
    if (removed.has(seen.id)) continue;
    const isOwn = seen.id === swarm.ownId;
    const row = isOwn ? known.find(({ id }) => id === HOME) : recognize(known, seen, swarm);
    const isShared = isOwn || seen.labels[LABEL[0]] === LABEL[1];
    if (!row && !isShared) continue;
    const id = row?.id ?? (isOwn ? HOME : newId());
    heard.add(id);
    await keep(dependencies, tx, row, { id, ...asColumns(seen), isShared }, isOwn || seen.isReady);
  }
  await keepJoinCommand(dependencies, tx, swarm);
  // Who left the swarm is as good as lost.
  for (const row of known) if (!heard.has(row.id) && row.id !== HOME) await keep(dependencies, tx, row, row, false);
}

/** A machine that left the swarm and joined again has another id there. */
function recognize(known: readonly NodeRecord[], seen: SwarmNode, swarm: Swarm): NodeRecord | undefined {
  const isGone = ({ swarmId }: NodeRecord) => !swarm.nodes.some(({ id, isReady }) => id === swarmId && isReady);
  return (
    known.find(({ swarmId }) => swarmId === seen.id) ??
    known.find((row) => row.name === seen.name && row.address === seen.address && seen.isReady && isGone(row))
  );
}

function asColumns({ id: swarmId, name, address, availability, cpuCores, memoryMb }: SwarmNode) {
  return { swarmId, name, address, availability, cpuCores, memoryMb };
}

type Seen = Pick<NodeRecord, 'id' | 'isShared' | keyof ReturnType<typeof asColumns>>;

async function keep(
  dependencies: Dependencies,
  tx: Transaction,
  row: NodeRecord | undefined,
  { id, isShared, ...columns }: Seen,
  isReady: boolean,
): Promise<void> {
  const { clock, log } = dependencies;
  const now = clock.now();
  const { swarmId, name, address, availability, cpuCores, memoryMb } = columns;
  const lostAt = isReady ? null : (row?.lostAt ?? now);
  const values = { swarmId, name, address, availability, cpuCores, memoryMb, isShared, lostAt };
  if (!row) {
    await tx.insert(nodes).values({ id, createdAt: now, ...values });
    if (id !== HOME) await requestPreparation(tx, id);
    return;
  }
  const changed = Object.entries(values).some(([key, value]) => String(row[key as keyof Seen]) !== String(value));
  if (!changed) return;
  await tx
    .update(nodes)
    .set(values)
    .where(and(eq(nodes.id, id), isNull(nodes.removedAt)));
  if ((lostAt === null) === (row.lostAt === null)) return;
  log.warn({ nodeId: id, name }, lostAt ? 'a node does not answer' : 'a node is back');
  await requestWatch(tx);
}

/** Kept for processes that can't ask the manager. */
async function keepJoinCommand(
  { secrets }: Pick<Dependencies, 'secrets'>,
  tx: Transaction,
  { joinCommand }: Swarm,
): Promise<void> {
  const manager = eq(nodes.id, HOME);
  const [row] = await tx.select({ sealed: nodes.joinCommand }).from(nodes).where(manager);
  if (!row || (row.sealed !== null && secrets.open(row.sealed) === joinCommand)) return;
  await tx
    .update(nodes)
    .set({ joinCommand: secrets.seal(joinCommand) })
    .where(manager);
}

/** The command by which another machine joins; null without a swarm. */
export async function readJoinCommand({ db, secrets }: Pick<Dependencies, 'db' | 'secrets'>): Promise<string | null> {
  const [row] = await db.select({ sealed: nodes.joinCommand }).from(nodes).where(eq(nodes.id, HOME));
  return row?.sealed ? secrets.open(row.sealed) || null : null;
}
