import type { Program } from '#shared/desktop/calls/open-local.ts';
import { editorLink, PROJECT_FOLDER } from '#shared/features/workspaces/editor-links.ts';
import { hostAlias, type SshTarget } from '../ssh-config/index.ts';

/** The address with which each program opens a folder over SSH, by our `Host` alias if it reads ssh's configuration. */
export function linkFor(program: Exclude<Program, 'terminal'>, target: SshTarget): string {
  const { host, port, user } = target;
  if (program === 'sftp') return `sftp://${user}@${host}:${port}${PROJECT_FOLDER}`;
  return editorLink(program, target, { host: hostAlias(target) });
}
