import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { containerName, findInstance } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';
import { terminalName } from './names.ts';
import { noteHeld } from './note-held.ts';

/** Exit codes of `slipway hold --terminal` (resources/images/runtime/slipway). */
const REASONS: Record<number, string> = {
  1: say('workspaces.terminalNotOpen'),
  3: say('workspaces.terminalIdle'),
  126: say('workspaces.tooOldToHold'),
  127: say('workspaces.tooOldToHold'),
};

/**
 * Keeps the workspace awake until the command now running in the person's web terminal has ended.
 * @returns the command @throws NotFound, Conflict
 */
export async function holdWorkspace(context: Context, input: { id: string }): Promise<string> {
  const workspace = await running(context, input.id);
  const exitCode = await slipway(context, workspace, ['hold', '--terminal', terminalName(context.actor.userId)]);
  if (exitCode !== 0) throw new Conflict(REASONS[exitCode] ?? say('workspaces.holdFailed'));
  const command = await noteHeld(context, workspace);
  if (command === null) throw new Conflict(say('workspaces.commandFinished'));
  await context.db.transaction((tx) => record(tx, context, { action: 'workspaces.hold', targetId: workspace.id }));
  return command;
}

/** Nothing keeps the workspace awake any more, though the commands continue. @throws NotFound, Conflict */
export async function releaseWorkspace(context: Context, input: { id: string }): Promise<void> {
  const workspace = await running(context, input.id);
  const exitCode = await slipway(context, workspace, ['release', '--all']);
  if (exitCode !== 0) throw new Conflict(say('workspaces.releaseFailed'));
  await noteHeld(context, workspace);
  await context.db.transaction((tx) => record(tx, context, { action: 'workspaces.release', targetId: workspace.id }));
}

async function running({ db, actor }: Context, id: string): Promise<WorkspaceRecord> {
  const workspace = await findInstance(db, workspaceKind, actor, id);
  if (workspace.status !== 'Active') throw new Conflict(say('workspaces.isStopped'));
  return workspace;
}

async function slipway(context: Context, workspace: WorkspaceRecord, command: string[]): Promise<number> {
  const engine = context.engines.get(workspace.engineId);
  const { exitCode } = await engine.run(containerName('workspace', workspace.id), {
    command: ['slipway', ...command],
    cwd: '/',
  });
  return exitCode;
}
