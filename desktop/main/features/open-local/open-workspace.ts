import type { Handler } from '../../context.ts';
import { hostAlias, prepareWorkspace } from '../ssh-config/index.ts';
import { unlockKeys } from '../ssh-keys/index.ts';
import { openProgram } from './open-program.ts';
import { openTerminal } from './open-terminal.ts';

export const openWorkspace: Handler<'open.workspace'> = async (desktop, { workspaceId, program }) => {
  const { target, keys, config } = await prepareWorkspace(desktop, workspaceId);
  await unlockKeys(desktop, keys);
  if (program !== 'terminal') await openProgram(desktop, program, target, config);
  // ssh can be told where our file is, if its own configuration can't say so.
  else await openTerminal(desktop, ['ssh', ...(config.problem ? ['-F', config.file] : []), hostAlias(target)]);
  return null;
};

export const showSshConfig: Handler<'open.ssh-config'> = async (desktop, { workspaceId }) => {
  const { target, config } = await prepareWorkspace(desktop, workspaceId);
  const note = config.problem ? `# ${config.problem}\n` : '';
  return { host: hostAlias(target), text: note + config.block };
};
