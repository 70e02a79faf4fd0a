import type { HostRow } from '#shared/features/hosts/contract.ts';
import { serverOptionName } from '../billing/index.ts';
import type { Held } from '../capacity/index.ts';
import type { HostRecord } from './find-host.ts';

export function presentHostRow(host: HostRecord, held: Held | undefined, isProtected: number): HostRow {
  const free = Math.max(0, host.diskGb - (held?.diskGb ?? 0));
  return {
    id: host.id,
    name: host.name,
    hostname: host.hostname,
    server_option_id: host.serverOptionId,
    option_name: serverOptionName(host.serverOptionId),
    cpu_cores: host.cpuCores,
    memory_gb: host.memoryMb / 1024,
    disk_gb: host.diskGb,
    disk_free_gb: free,
    disk_display: `${free} / ${host.diskGb} GB`,
    vram_gb: host.vramGb,
    status: host.status,
    lost_date: host.lostAt?.toISOString() ?? null,
    create_date: host.createdAt.toISOString(),
    workspace_count: held?.workspaces ?? 0,
    service_count: held?.services ?? 0,
    delete_protect_flag: isProtected,
    scheduled_delete_date: host.scheduledDeleteAt?.toISOString() ?? null,
  };
}
