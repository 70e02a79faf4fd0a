import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { containerName, findInstance } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';
import { terminalName } from './names.ts';
import { noteHeld } from './note-held.ts';

/** Exit codes of `slipway hold --terminal` (resources/images/runtime/slipway). */
const REASONS: Record<number, string> = {
  1: 'Open the terminal and start a command first, then keep the workspace awake for it.',
  3: 'Nothing is running in your terminal. Start a command first, then keep the workspace awake for it.',
  126: 'This workspace was created before commands could keep it awake. Keep it running for 2 hours instead.',
  127: 'This workspace was created before commands could keep it awake. Keep it running for 2 hours instead.',
};

/**
 * Keeps the workspace awake until the command now running in the person's web terminal has ended.
 * @returns the command @throws NotFound, Conflict
 */
export async function holdWorkspace(context: Context, input: { id: string }): Promise<string> {
  const workspace = await running(context, input.id);
  const exitCode = await slipway(context, workspace, ['hold', '--terminal', terminalName(context.actor.userId)]);
  if (exitCode !== 0)
    throw new Conflict(REASONS[exitCode] ?? 'We couldn’t keep the workspace awake for this command. Try again.');
  const command = await noteHeld(context, workspace);
  if (command === null) throw new Conflict('The command has already finished.');
  await context.db.transaction((tx) => record(tx, context, { action: 'workspaces.hold', targetId: workspace.id }));
  return command;
}

/** Nothing keeps the workspace awake any more, though the commands continue. @throws NotFound, Conflict */
export async function releaseWorkspace(context: Context, input: { id: string }): Promise<void> {
  const workspace = await running(context, input.id);
  const exitCode = await slipway(context, workspace, ['release', '--all']);
  if (exitCode !== 0) throw new Conflict('We couldn’t let the workspace sleep again. Try again.');
  await noteHeld(context, workspace);
  await context.db.transaction((tx) => record(tx, context, { action: 'workspaces.release', targetId: workspace.id }));
}

async function running({ db, actor }: Context, id: string): Promise<WorkspaceRecord> {
  const workspace = await findInstance(db, workspaceKind, actor, id);
  if (workspace.status !== 'Active') throw new Conflict('The workspace is stopped.');
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
