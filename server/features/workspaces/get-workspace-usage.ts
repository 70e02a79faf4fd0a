import type { WorkspaceUsage } from '#shared/features/workspaces/contract.ts';
import type { ContainerStats, Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { Conflict, Unavailable } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { containerName, findInstance, GB } from '../instances/index.ts';
import { workspaceKind } from './kind.ts';

/** However many people look, the engine is asked once in this time per workspace. */
const FRESH_MS = 4_000;
const TIMEOUT_MS = 10_000;

const readings = new WeakMap<Engine, Map<string, { at: number; stats: Promise<ContainerStats> }>>();

/**
 * What a running workspace uses of its limits. cpu and memory are current; the disk is as last measured, because that
 * walks all its files. @throws NotFound, Conflict if it isn't running, Unavailable
 */
export async function getWorkspaceUsage(context: Context, input: { id: string }): Promise<WorkspaceUsage> {
  const { actor, clock, db, engines } = context;
  const workspace = await findInstance(db, workspaceKind, actor, input.id);
  if (workspace.status !== 'Active') throw new Conflict('The workspace is stopped.');
  const { cpuPercent, memoryBytes, memoryLimitBytes } = await read(
    engines.get(workspace.engineId),
    workspace.id,
    clock.now().getTime(),
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

async function read(engine: Engine, workspaceId: string, now: number): Promise<ContainerStats> {
  const known = readings.get(engine) ?? new Map<string, { at: number; stats: Promise<ContainerStats> }>();
  readings.set(engine, known);
  for (const [id, reading] of known) if (now - reading.at >= FRESH_MS) known.delete(id);
  const reading = known.get(workspaceId) ?? {
    at: now,
    stats: engine.stats(containerName('workspace', workspaceId), { timeoutMs: TIMEOUT_MS }),
  };
  known.set(workspaceId, reading);
  try {
    return await reading.stats;
  } catch (error) {
    known.delete(workspaceId);
    if (isEngineError(error))
      throw new Unavailable('The workspace’s machine isn’t responding right now.', { cause: error });
    throw error;
  }
}
