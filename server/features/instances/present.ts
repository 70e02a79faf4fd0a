import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Config } from '../../platform/config.ts';
import type { Executor } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import type { Instance } from './kind.ts';
import { notAnsweringSince } from './not-answering.ts';
import { readChanges } from './read.ts';

const SHOWN_CHANGES = 10;

/** Its http address. */
export function instanceUrl(config: Config, slug: string): string {
  return `${config.https ? 'https' : 'http'}://${slug}.${config.workspaceDomain}${config.workspaceUrlSuffix}`;
}

export function memoryDisplay(memoryMb: number): string {
  return say('capacity.gigabytes', { gigabytes: Math.round((memoryMb / 1024) * 100) / 100 });
}

export function diskDisplay(diskGb: number): string {
  return diskGb === 0 ? say('instances.unmetered') : say('capacity.gigabytes', { gigabytes: diskGb });
}

/** The fields of a list row that both kinds have. */
export function presentInstance(instance: Instance, userName: string) {
  return {
    id: instance.id,
    name: instance.name,
    user_id: instance.userId,
    user_name: userName,
    not_answering_date: notAnsweringSince(instance)?.toISOString() ?? null,
    server_id: instance.serverId,
    cpu_cores: instance.cpuCores,
    memory_gb: instance.memoryMb / 1024,
    memory_display: memoryDisplay(instance.memoryMb),
    disk_gb: instance.diskGb,
    disk_display: diskDisplay(instance.diskGb),
    delete_protect_flag: instance.deleteProtect,
    create_date: instance.createdAt.toISOString(),
  };
}

/** The last changes of its status, for its details. */
export async function presentChanges(executor: Executor, id: string) {
  const changes = await readChanges(executor, id, SHOWN_CHANGES);
  return changes.map(({ status, cause, detail, createdAt }) => ({
    status,
    cause,
    detail,
    date: createdAt.toISOString(),
  }));
}

/** Status filters of lists, as on the wire. */
export const STATUSES = {
  active_pending: ['Active', 'Pending'],
  active: ['Active'],
  pending: ['Pending'],
  offline: ['Offline'],
  pending_deletion: ['Pending Deletion'],
  deleted: ['Deleted'],
} satisfies Record<string, WorkspaceStatus[]>;
