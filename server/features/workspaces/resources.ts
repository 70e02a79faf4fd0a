import { CPU, DISK_DEFAULT_GB, MEMORY_GB, type PortMode, SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { WorkspaceRecord } from './access.ts';

interface ResourceChoice {
  cpuCores?: number | undefined;
  memoryGb?: number | undefined;
  /** 0 is unmetered. */
  diskGb?: number | undefined;
}

/** What a new workspace takes and an existing one can change. */
export interface WorkspaceChoices extends ResourceChoice {
  port3000?: PortMode | undefined;
  port3030?: PortMode | undefined;
  port3000PassHost?: boolean | undefined;
  port3030PassHost?: boolean | undefined;
  useSsl?: boolean | undefined;
  keepalive?: boolean | undefined;
  /** Takes KeepAlive from the shared workspace that has it. */
  keepaliveMove?: boolean | undefined;
  warmSleep?: boolean | undefined;
  hourlyPoints?: boolean | undefined;
  deleteProtect?: boolean | undefined;
}

export type Resources = Pick<WorkspaceRecord, 'cpuCores' | 'memoryMb' | 'diskGb'>;

const FIELDS = { cpuCores: 'cpu_cores', memoryGb: 'memory_gb', diskGb: 'disk_gb' } as const;
const SHARED_HAVE = say('workspaces.sharedLimits', {
  cores: SHARED_LIMITS.cpuCores,
  memoryGigabytes: SHARED_LIMITS.memoryGb,
  diskGigabytes: SHARED_LIMITS.diskGb,
});

/**
 * A workspace's resources: shared ones are all the same, others get what was chosen, else what they have, else the
 * default. @throws ValidationError if something else is chosen for a shared one
 */
export function chooseResources(serverId: string, choice: ResourceChoice, has?: Resources): Resources {
  if (serverId !== 'shared') {
    return {
      cpuCores: choice.cpuCores ?? has?.cpuCores ?? CPU.default,
      memoryMb: choice.memoryGb === undefined ? (has?.memoryMb ?? MEMORY_GB.default * 1024) : choice.memoryGb * 1024,
      diskGb: choice.diskGb ?? has?.diskGb ?? DISK_DEFAULT_GB,
    };
  }
  const fields: Record<string, string> = {};
  for (const name of Object.keys(FIELDS) as (keyof typeof FIELDS)[]) {
    if (choice[name] !== undefined && choice[name] !== SHARED_LIMITS[name]) fields[FIELDS[name]] = SHARED_HAVE;
  }
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  return { cpuCores: SHARED_LIMITS.cpuCores, memoryMb: SHARED_LIMITS.memoryGb * 1024, diskGb: SHARED_LIMITS.diskGb };
}
