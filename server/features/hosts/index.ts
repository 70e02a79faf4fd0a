export { countAllUnits } from './count-units.ts';
export { fenceHost } from './fence-host.ts';
export {
  findHost,
  type HostChoice,
  type HostRecord,
  hasGpu,
  hostChoices,
  hostNames,
  listBilledHosts,
} from './find-host.ts';
