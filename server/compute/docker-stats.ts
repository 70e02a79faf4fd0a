import type Docker from 'dockerode';
import type { ContainerStats } from './engine.ts';

/** Docker's own arithmetic (`docker stats`): CPU between two samples, memory without the inactive page cache. */
export function toContainerStats(sample: Docker.ContainerStats, diskBytes: number | null): ContainerStats {
  const cpu = sample.cpu_stats;
  const before = sample.precpu_stats;
  const used = (cpu?.cpu_usage?.total_usage ?? 0) - (before?.cpu_usage?.total_usage ?? 0);
  const passed = (cpu?.system_cpu_usage ?? 0) - (before?.system_cpu_usage ?? 0);
  const cores = cpu?.online_cpus ?? cpu?.cpu_usage?.percpu_usage?.length ?? 1;
  const memory = sample.memory_stats;
  const details = memory?.stats as { total_inactive_file?: number; inactive_file?: number } | undefined;
  const cache = details?.total_inactive_file ?? details?.inactive_file ?? 0;
  return {
    cpuPercent: used > 0 && passed > 0 ? (used / passed) * cores * 100 : 0,
    memoryBytes: Math.max(0, (memory?.usage ?? 0) - cache),
    memoryLimitBytes: memory?.limit ?? 0,
    diskBytes,
  };
}
