import type { WorkspaceUsage } from '#shared/features/workspaces/contract.ts';
import type { ContainerStats } from '../../compute/engine.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { containerName, findInstance, GB } from '../instances/index.ts';
import { workspaceKind } from './kind.ts';
import { createReadings, notResponding } from './readings.ts';

const TIMEOUT_MS = 10_000;

const read = createReadings<ContainerStats>(4_000);

/**
 * What a running workspace uses of its limits. cpu and memory are current; the disk is as last measured, because that
 * walks all its files. @throws NotFound, Conflict if it isn't running, Unavailable
 */
export async function getWorkspaceUsage(context: Context, input: { id: string }): Promise<WorkspaceUsage> {
  const { actor, clock, db, engines } = context;
  const workspace = await findInstance(db, workspaceKind, actor, input.id);
  if (workspace.status !== 'Active') throw new Conflict(say('workspaces.isStopped'));
  const engine = engines.get(workspace.engineId);
  const ask = () => engine.stats(containerName('workspace', workspace.id), { timeoutMs: TIMEOUT_MS });
  const { cpuPercent, memoryBytes, memoryLimitBytes } = await read(engine, workspace.id, clock.now(), ask).catch(
    notResponding,
  );
  return {
    cpu_percent: cpuPercent / workspace.cpuCores,
    cpu_cores: workspace.cpuCores,
    memory_bytes: memoryBytes,
    memory_limit_bytes: memoryLimitBytes,
    disk_bytes: workspace.diskUsedBytes,
    disk_limit_bytes: workspace.diskGb === 0 ? null : workspace.diskGb * GB,
    disk_date: workspace.diskMeasuredAt?.toISOString() ?? null,
  };
}
