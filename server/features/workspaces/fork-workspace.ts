import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { addMessage, findInstance, GB, lockInstance, updateRecord } from '../instances/index.ts';
import { addForkCopy } from '../snapshots/index.ts';
import { mayCopy, type WorkspaceRecord } from './access.ts';
import { addWorkspace } from './add-workspace.ts';
import { findDeployKey, giveDeployKey } from './deploy-keys.ts';
import { mustKeepTemplate } from './from-template.ts';
import { workspaceKind } from './kind.ts';
import { findOldestKey } from './oldest-key.ts';
import { keepPort } from './other-ports.ts';
import { otherPortsOf } from './port-visitors.ts';

interface ForkInput {
  id: string;
  name: string;
  /** Left out: where the original is. */
  serverId?: string | undefined;
  /** Left out: the original's if it is the person's, else their first. */
  sshKeyId?: string | undefined;
  /** Left out: whoever asks. */
  userId?: string | undefined;
  /** The only secrets it may have, by name; left out, all that are for it. */
  secretNames?: string[] | null;
}

const SHARED_SIZE = say('workspaces.forkSharedSize', {
  cores: SHARED_LIMITS.cpuCores,
  memory: SHARED_LIMITS.memoryGb,
  disk: SHARED_LIMITS.diskGb,
});

/**
 * Adds a copy of a running, sleeping or stopped workspace, with its files and database, for whoever asks. The copy is
 * made when it is launched. It has its own address, database password, deploy key and secrets; ports are private.
 * `within` runs last in the one transaction.
 * @returns its id, and a sentence if its size isn't the original's
 * @throws NotFound, Forbidden, Conflict (nothing to copy, quota, memory), ValidationError, Unavailable
 */
export async function forkWorkspace(
  context: Context,
  input: ForkInput,
  within?: (tx: Transaction, fork: WorkspaceRecord) => Promise<void>,
): Promise<{ id: string; note: string | null }> {
  const { actor, db } = context;
  const original = await findInstance(db, workspaceKind, actor, input.id);
  if (actor.role === 'user') throw new Forbidden(say('workspaces.roleCannotCreate'));
  mustBeThere(original);
  const { serverId = original.serverId, userId = actor.userId, secretNames = null } = input;
  if (serverId === 'shared') mustFitShared(original);
  const note = serverId === 'shared' && hasOtherSize(original) ? SHARED_SIZE : null;
  if (serverId !== original.serverId) await mustKeepTemplate(db, actor, original, { serverId });
  const added = await addWorkspace(
    context,
    {
      name: input.name,
      userId,
      sshKeyId: input.sshKeyId ?? (await chooseKey(context, original, userId)),
      serverId,
      secretNames,
      ...settingsOf(original),
      ...(serverId !== 'shared' && sizeOf(original)),
      copyOf: original,
      madeFrom: original,
    },
    async (tx, fork) => {
      await tie(context, tx, { original, fork, note });
      await within?.(tx, fork);
    },
  );
  return { ...added, note };
}

/** What a fork needs besides its row, in the transaction that adds it. */
async function tie(
  context: Context,
  tx: Transaction,
  { original: seen, fork, note }: { original: WorkspaceRecord; fork: WorkspaceRecord; note: string | null },
): Promise<void> {
  const original = await lockInstance(tx, workspaceKind, context.actor, seen.id);
  mustBeThere(original);
  const snapshotId = await addForkCopy(context, tx, workspaceKind, { source: original, forkId: fork.id });
  await updateRecord(tx, workspaceKind, fork, { snapshotId });
  for (const { visibility: _private, ...port } of await otherPortsOf({ db: tx }, original.id)) {
    await keepPort(tx, fork.id, port);
  }
  if (await findDeployKey(tx, original.id)) {
    await giveDeployKey(context, tx, { workspaceId: fork.id, keyId: undefined });
  }
  if (note) {
    await addMessage(context, tx, workspaceKind, { id: fork.id, revision: fork.revision, code: 'W01', text: note });
  }
  await record(tx, context, { action: 'workspaces.fork', targetId: original.id, details: { fork: fork.id } });
}

/** @throws Conflict */
function mustBeThere(original: WorkspaceRecord): void {
  const { status } = original;
  if (status !== 'Active' && status !== 'Offline') throw new Conflict(say('workspaces.notForkable', { status }));
  if (!mayCopy(original)) throw new Conflict(say('workspaces.nothingToFork'));
}

/** @throws ValidationError */
function mustFitShared({ serverId, diskUsedBytes }: WorkspaceRecord): void {
  if (serverId === 'shared' || (diskUsedBytes ?? 0) <= SHARED_LIMITS.diskGb * GB) return;
  throw new ValidationError({
    server_id: say('workspaces.forkTooLarge', { gigabytes: SHARED_LIMITS.diskGb }),
  });
}

const SHARED_SIZES = {
  cpuCores: SHARED_LIMITS.cpuCores,
  memoryMb: SHARED_LIMITS.memoryGb * 1024,
  diskGb: SHARED_LIMITS.diskGb,
};

function hasOtherSize({ cpuCores, memoryMb, diskGb }: WorkspaceRecord): boolean {
  return cpuCores !== SHARED_SIZES.cpuCores || memoryMb !== SHARED_SIZES.memoryMb || diskGb !== SHARED_SIZES.diskGb;
}

const sizeOf = ({ cpuCores, memoryMb, diskGb }: WorkspaceRecord) => ({ cpuCores, memoryGb: memoryMb / 1024, diskGb });

/** KeepAlive and delete protection are for the original alone. */
function settingsOf(original: WorkspaceRecord) {
  const { ide, port3000, port3030, port3000PassHost, port3030PassHost, useSsl, warmSleep } = original;
  return { ide, port3000, port3030, port3000PassHost, port3030PassHost, useSsl, warmSleep };
}

async function chooseKey({ db }: Context, original: WorkspaceRecord, userId: string): Promise<string> {
  if (original.userId === userId && original.sshKeyId) return original.sshKeyId;
  const key = await findOldestKey(db, userId);
  if (key) return key;
  throw new ValidationError({ ssh_key_id: say('workspaces.forkNeedsKey') });
}
