import { hostAlias, type SshTarget } from './ssh-target.ts';

export interface ConfigSettings {
  knownHostsFile: string;
  /** Only if chosen: anyone with access to the workspace can use the agent while the person is connected. */
  agentHosts: readonly string[];
}

/** One `Host` block. Without pinned host keys, the first one seen is accepted and stored in our own file. */
export function renderHost(target: SshTarget, { knownHostsFile, agentHosts }: ConfigSettings): string {
  const { host, port, user, keyFiles, hostKeys, renewCommand } = target;
  const lines = [
    // Whether it succeeds doesn't matter: nothing stands below it.
    ...(renewCommand ? [`Match originalhost ${hostAlias(target)} exec "${renewCommand}"`] : []),
    `Host ${hostAlias(target)}`,
    `  HostName ${host}`,
    `  Port ${port}`,
    `  User ${user}`,
    ...keyFiles.map((file) => `  IdentityFile ${quotePath(file)}`),
    ...(keyFiles.length > 0 ? ['  IdentitiesOnly yes'] : []),
    `  UserKnownHostsFile ${quotePath(knownHostsFile)}`,
    `  StrictHostKeyChecking ${hostKeys.length > 0 ? 'yes' : 'accept-new'}`,
    ...(agentHosts.includes(host) ? ['  ForwardAgent yes'] : []),
    '  ServerAliveInterval 30',
  ];
  return `${lines.join('\n')}\n`;
}

export function renderConfig(targets: SshTarget[], settings: ConfigSettings): string {
  const head = '# Written by Slipway: changes are lost, and it goes when you sign out.\n';
  return [head, ...targets.map((target) => renderHost(target, settings))].join('\n');
}

/** ssh expands `%` and treats `\` as an escape; it understands forward slashes on every system. */
function quotePath(file: string): string {
  return `"${file.replaceAll('\\', '/').replaceAll('%', '%%')}"`;
}
