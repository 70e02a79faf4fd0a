import type { Handler } from '../../context.ts';
import { hostAlias, prepareWorkspace } from '../ssh-config/index.ts';
import { unlockKeys } from '../ssh-keys/index.ts';
import { linkFor } from './links.ts';
import { openTerminal } from './open-terminal.ts';

export const openWorkspace: Handler<'open.workspace'> = async (desktop, { workspaceId, program }) => {
  const { target, keys } = await prepareWorkspace(desktop, workspaceId);
  await unlockKeys(desktop, keys);
  if (program === 'terminal') await openTerminal(desktop, hostAlias(target));
  else await desktop.openExternal(linkFor(program, target));
  return null;
};

export const showSshConfig: Handler<'open.ssh-config'> = async (desktop, { workspaceId }) => {
  const { target, block } = await prepareWorkspace(desktop, workspaceId);
  return { host: hostAlias(target), text: block };
};
