import { and, count, eq, isNull, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { lockShared } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { type NodeRecord, nodes } from '../machines/tables.ts';
import { HOME } from './follow-swarm.ts';
import { requestDeparture } from './prepare-job.ts';

/** Lets a machine take nothing new; what is on it stays, and may be started again. @throws NotFound */
export async function cordonMachine(context: Context, input: { id: string }): Promise<void> {
  await change(context, input.id, 'pool.cordon', async (tx, { id, cordonedAt }) => {
    const since = cordonedAt ?? context.clock.now();
    await tx.update(nodes).set({ cordonedAt: since }).where(eq(nodes.id, id));
  });
}

/**
 * Moves everything off a machine, which takes nothing new from now on: each once it is stopped; what still runs at
 * `dueAt` is stopped then, which its people are told by mail. Asking again changes the time. @throws NotFound, Conflict
 */
export async function drainMachine(context: Context, input: { id: string; dueAt: Date | null }): Promise<void> {
  await change(context, input.id, 'pool.drain', async (tx, { id, cordonedAt, drainedAt, drainDueAt }) => {
    if (id === HOME) throw new Conflict(say('pool.ownMachine'));
    const { dueAt } = input;
    const now = context.clock.now();
    const since = { cordonedAt: cordonedAt ?? now, drainedAt: drainedAt ?? now };
    await tx
      .update(nodes)
      .set({ ...since, drainDueAt: dueAt })
      .where(eq(nodes.id, id));
    await addJob(tx, 'workspaces.move-off', {}, { key: 'workspaces.move-off' });
    if (dueAt && dueAt > now && dueAt.getTime() !== drainDueAt?.getTime()) {
      const told = { nodeId: id, dueAt: dueAt.toISOString() };
      await addJob(tx, 'workspaces.tell-moving', told, { key: `workspaces.tell-moving.${id}` });
    }
  });
}

/** Also calls off moving what is still there. @throws NotFound */
export async function uncordonMachine(context: Context, input: { id: string }): Promise<void> {
  await change(context, input.id, 'pool.uncordon', async (tx, { id }) => {
    await tx
      .update(nodes)
      .set({ cordonedAt: null, drainedAt: null, drainDueAt: null, drainProblems: {} })
      .where(eq(nodes.id, id));
  });
}

/** Takes an empty machine out of the pool; a worker lets it leave the swarm. @throws NotFound, Conflict */
export async function removeMachine(context: Context, input: { id: string }): Promise<void> {
  await change(context, input.id, 'pool.remove', async (tx, { id, name }) => {
    if (id === HOME) throw new Conflict(say('pool.ownMachine'));
    await tx.update(nodes).set({ removedAt: context.clock.now() }).where(eq(nodes.id, id));
    const here = and(eq(instances.engineId, id), ne(instances.status, 'Deleted'));
    const [held] = await tx.select({ workspaces: count() }).from(instances).where(here);
    if (held?.workspaces) {
      throw new Conflict(say('pool.workspacesLeft', { name, workspaces: held.workspaces }));
    }
    await context.bus.notify(tx, 'host_changed', { id });
    await requestDeparture(tx, id);
  });
}

async function change(
  context: Context,
  id: string,
  action: 'pool.cordon' | 'pool.drain' | 'pool.uncordon' | 'pool.remove',
  work: (tx: Transaction, node: NodeRecord) => Promise<void>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    // Nothing is placed meanwhile.
    await lockShared(tx);
    const [node] = await tx
      .select()
      .from(nodes)
      .where(and(eq(nodes.id, id), isNull(nodes.removedAt)))
      .for('update');
    if (!node) throw new NotFound();
    await work(tx, node);
    await record(tx, context, { action, targetId: id, details: { name: node.name } });
  });
}
