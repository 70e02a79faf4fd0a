/** Where the project of every workspace is. */
export const PROJECT_FOLDER = '/home/dev/project';

/** Editors on a person's computer that open a folder over SSH by a link. */
export const EDITORS = ['vscode', 'cursor', 'jetbrains', 'zed'] as const;
export type Editor = (typeof EDITORS)[number];

/** How the gateway's SSH server is reached; the user is the workspace. */
export interface SshAddress {
  host: string;
  port: number;
  user: string;
}

/** What an editor is told to connect to: a host or an alias of ssh's configuration. */
export interface SshDestination {
  host: string;
  user?: string;
  port?: number;
}

/** The link that opens the project in an editor which connects to `destination`. */
export function editorLink(editor: Editor, address: SshAddress, destination: SshDestination): string {
  const { host, port, user } = address;
  switch (editor) {
    case 'vscode':
    case 'cursor':
      return `${editor}://vscode-remote/ssh-remote+${authority(destination)}${PROJECT_FOLDER}`;
    case 'zed':
      return `zed://ssh/${authority(destination)}${PROJECT_FOLDER}`;
    case 'jetbrains': {
      const values = { type: 'ssh', deploy: 'true', host, port: String(port), user, projectPath: PROJECT_FOLDER };
      return `jetbrains-gateway://connect#${new URLSearchParams(values)}`;
    }
  }
}

/** One entry of `~/.ssh/config` serves every workspace, because the user names the workspace. */
export function sshEntry(address: SshAddress, forwardAgent = false): { alias: string; text: string } {
  const { host, port } = address;
  const alias = `slipway-${host.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')}`;
  const lines = [`Host ${alias}`, `HostName ${host}`, `Port ${port}`, ...(forwardAgent ? ['ForwardAgent yes'] : [])];
  return { alias, text: `${lines.join('\n  ')}\n` };
}

/** The same for a person whose `~/.ssh/config` has the entry. VS Code and Cursor take no port, Zed does. */
export function linkByEntry(editor: Editor, address: SshAddress): string {
  const { user } = address;
  return editorLink(editor, address, editor === 'zed' ? address : { user, host: sshEntry(address).alias });
}

/** Encoded, so that no name ends the authority or begins a path, query or fragment. */
function authority({ host, user, port }: SshDestination): string {
  const name = /^[\da-f]*:[\da-f:.]*$/i.test(host) ? `[${host}]` : encodeURIComponent(host);
  return `${user === undefined ? '' : `${encodeURIComponent(user)}@`}${name}${port === undefined ? '' : `:${port}`}`;
}
