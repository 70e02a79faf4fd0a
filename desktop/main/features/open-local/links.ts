import type { Program } from '#shared/desktop/calls/open-local.ts';
import { hostAlias, type SshTarget } from '../ssh-config/index.ts';

/** Where a workspace's project is. */
const PROJECT = '/home/dev/project';

/** The address with which each program opens a folder over SSH, by our `Host` alias if it reads ssh's configuration. */
export function linkFor(program: Exclude<Program, 'terminal'>, target: SshTarget): string {
  const alias = hostAlias(target);
  const { host, port, user } = target;
  switch (program) {
    case 'vscode':
      return `vscode://vscode-remote/ssh-remote+${alias}${PROJECT}`;
    case 'cursor':
      return `cursor://vscode-remote/ssh-remote+${alias}${PROJECT}`;
    case 'zed':
      return `zed://ssh/${alias}${PROJECT}`;
    case 'jetbrains': {
      const values = { type: 'ssh', deploy: 'true', host, port: String(port), user, projectPath: PROJECT };
      return `jetbrains-gateway://connect#${new URLSearchParams(values)}`;
    }
    case 'sftp':
      return `sftp://${user}@${host}:${port}${PROJECT}`;
  }
}
