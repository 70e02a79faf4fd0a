export { allowAgent } from './allow-agent.ts';
export { knownHostKeys, pinHostKeys } from './known-hosts.ts';
export { type PreparedWorkspace, prepareWorkspace } from './prepare-workspace.ts';
export {
  knownHostsFile,
  listedHosts,
  removeSshConfig,
  renewSshConfig,
  type WrittenConfig,
} from './ssh-config.ts';
export { hostAlias, hostMarker, type SshTarget } from './ssh-target.ts';
