import type { Claim, MachineSpec } from '../../compute/providers/provider.ts';
import type { HostRecord } from './find-host.ts';

type Sized = Pick<HostRecord, 'id' | 'hostname' | 'cpuCores' | 'memoryMb' | 'diskGb' | 'vramGb'>;

export function machineSpec({ id, hostname, cpuCores, memoryMb, diskGb, vramGb }: Sized): MachineSpec {
  return { hostId: id, hostname, cpuCores, memoryMb, diskGb, vramGb };
}

export function claimOf(host: HostRecord): Claim {
  return { spec: machineSpec(host), key: host.machineKey };
}
