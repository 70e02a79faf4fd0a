import { type TerminalEnd, type TerminalSize, terminalHandshake } from '#shared/api/terminal.ts';
import { hasScope } from '../features/auth/index.ts';
import type { Actor, Dependencies } from '../features/context.ts';
import { findInstance } from '../features/instances/index.ts';
import { NotFound } from '../platform/errors.ts';

export interface TerminalTarget {
  workspaceId: string;
  engineId: string;
  containerId: string;
  /** Its programs are frozen: they continue when somebody types. */
  asleep: boolean;
  size: TerminalSize;
}

/**
 * The running or sleeping container a handshake asks for, or why this person gets none. Everyone who sees a workspace may open it.
 */
export async function findTerminalTarget(
  { db, kinds }: Pick<Dependencies, 'db' | 'kinds'>,
  actor: Actor,
  handshake: unknown,
): Promise<TerminalTarget | TerminalEnd> {
  const asked = terminalHandshake.safeParse(handshake);
  if (!asked.success || !hasScope(actor, 'use')) return 'refused';
  const { workspaceId, cols, rows } = asked.data;
  try {
    const { status, engineId, containerId, asleepSince } = await findInstance(db, kinds.workspace, actor, workspaceId);
    const asleep = asleepSince !== null;
    if ((status !== 'Active' && !asleep) || !containerId) return 'stopped';
    return { workspaceId, engineId, containerId, asleep, size: { cols, rows } };
  } catch (error) {
    if (error instanceof NotFound) return 'refused';
    throw error;
  }
}
