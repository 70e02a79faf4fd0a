export { knownHostKeys, pinHostKeys } from './known-hosts.ts';
export { type PreparedWorkspace, prepareWorkspace } from './prepare-workspace.ts';
export { knownHostsFile, removeSshConfig, renewSshConfig, type WrittenConfig } from './ssh-config.ts';
export { hostAlias, hostMarker, type SshTarget } from './ssh-target.ts';
