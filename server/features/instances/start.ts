import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import { requirePaidUp } from '../billing/index.ts';
import type { Context, Dependencies, Origin } from '../context.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { addMessage } from './init-messages.ts';
import type { ChangeDependencies, Instance, Kind, Requester } from './kind.ts';
import { findInstance, lockInstance } from './read.ts';
import { endSleep } from './sleep.ts';
import { wake } from './wake.ts';

/**
 * Starts a stopped one in the background; succeeds if it runs or is starting. @throws NotFound, Forbidden, Conflict,
 * PaymentRequired
 */
export async function startInstance<R extends Instance>(
  context: Context,
  kind: Kind<R>,
  input: { id: string },
): Promise<void> {
  kind.requireOperate(context.actor, await findInstance(context.db, kind, context.actor, input.id));
  await beginStart(context, kind, context.actor, input.id);
}

/** A start without a request: used for waking up by a visit or over SSH. What is asleep is Active when it returns. */
export async function beginStart<R extends Instance>(
  dependencies: Dependencies & { origin?: Origin },
  kind: Kind<R>,
  actor: Requester,
  id: string,
): Promise<void> {
  const seen = await findInstance(dependencies.db, kind, actor, id);
  if (!kind.mayOpen(actor, seen)) throw new Forbidden();
  await requirePaidUp(dependencies.db, actor.organizationId);
  if (seen.asleepSince !== null && (await wake(dependencies, kind, actor, id))) return;
  const holdRoom = await kind.findRoom(dependencies, seen);
  await dependencies.db.transaction(async (tx) => {
    let stopped = await lockInstance(tx, kind, actor, id);
    if (stopped.status === 'Active' || stopped.status === 'Pending') return;
    if (stopped.status !== 'Offline') throw new Conflict(kind.sentences.cannotStart(stopped.status));
    // It couldn't be thawed. Its room is given back first, or it would be taken twice.
    if (stopped.asleepSince !== null)
      stopped = await endSleep(dependencies, tx, kind, stopped, { cause: 'server_restarted' });
    await holdRoom(tx);
    await becomePending(dependencies, tx, kind, stopped, { text: kind.sentences.starting, userId: actor.userId });
    const { userId, organizationId } = actor;
    await record(tx, dependencies, { action: kind.actions.start, targetId: id, userId, organizationId });
  });
}

/** The caller has reserved its room. */
export async function becomePending<R extends Instance>(
  dependencies: ChangeDependencies,
  tx: Transaction,
  kind: Kind<R>,
  stopped: R,
  { text, userId }: { text: string; userId?: string },
): Promise<void> {
  const { id } = stopped;
  const revision = stopped.revision + 1;
  const by = userId === undefined ? {} : { userId };
  const set = { revision } as Partial<R>;
  await changeStatus(dependencies, tx, kind, stopped, { to: 'Pending', cause: 'started', ...by, set });
  await addMessage(dependencies, tx, kind, { id, revision, code: `${kind.letter}01`, text });
  await requestConvergence(tx, kind, id);
}
