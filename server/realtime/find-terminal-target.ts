import {
  sharedTerminalHandshake,
  type TerminalEnd,
  type TerminalSize,
  terminalHandshake,
} from '#shared/api/terminal.ts';
import { hasScope } from '../features/auth/index.ts';
import type { Actor, Dependencies } from '../features/context.ts';
import { findInstance } from '../features/instances/index.ts';
import { type FoundShare, findShare } from '../features/sharing/find-shares.ts';
import { NotFound } from '../platform/errors.ts';

export interface TerminalTarget {
  workspaceId: string;
  engineId: string;
  containerId: string;
  /** Its programs are frozen: they continue when somebody types. */
  asleep: boolean;
  /** Whose shell it is. */
  ownerId: string;
  /** Null for the owner. */
  shared: FoundShare | null;
  /** Of their window; null where the owner's counts. */
  size: TerminalSize | null;
}

type Needed = Pick<Dependencies, 'clock' | 'db' | 'kinds'>;

/**
 * The running or sleeping container a handshake asks for, or why this person gets none. Everyone who sees a workspace may
 * open it; a shared terminal, only whom it is shared with.
 */
export async function findTerminalTarget(
  dependencies: Needed,
  actor: Actor,
  handshake: unknown,
): Promise<TerminalTarget | TerminalEnd> {
  try {
    const guest = sharedTerminalHandshake.safeParse(handshake);
    return guest.success
      ? await sharedTarget(dependencies, actor, guest.data.shareId)
      : await ownTarget(dependencies, actor, handshake);
  } catch (error) {
    if (error instanceof NotFound) return 'refused';
    throw error;
  }
}

async function ownTarget({ db, kinds }: Needed, actor: Actor, handshake: unknown) {
  const asked = terminalHandshake.safeParse(handshake);
  if (!asked.success || !hasScope(actor, 'use')) return 'refused';
  const { workspaceId, cols, rows } = asked.data;
  const { status, engineId, containerId, asleepSince } = await findInstance(db, kinds.workspace, actor, workspaceId);
  const asleep = asleepSince !== null;
  if ((status !== 'Active' && !asleep) || !containerId) return 'stopped';
  return { workspaceId, engineId, containerId, asleep, ownerId: actor.userId, shared: null, size: { cols, rows } };
}

/** For the person alone: neither for their scripts, nor for an administrator who acts as them. */
async function sharedTarget({ clock, db }: Needed, actor: Actor, shareId: string) {
  if (actor.apiToken || actor.impersonator) return 'unshared';
  try {
    const shared = await findShare({ actor, clock, db }, shareId, 'guest');
    const { engineId, containerId, asleepSince } = shared.workspace;
    const { workspaceId, ownerId } = shared.share;
    if (!containerId) return 'stopped';
    return { workspaceId, engineId, containerId, asleep: asleepSince !== null, ownerId, shared, size: null };
  } catch (error) {
    if (error instanceof NotFound) return 'unshared';
    throw error;
  }
}
