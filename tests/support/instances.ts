import type { Engine } from '#server/compute/engine.ts';
import type { Context, Dependencies } from '#server/features/context.ts';
import { fenceHost } from '#server/features/hosts/fence-host.ts';
import { convergeInstance } from '#server/features/instances/converge.ts';
import { deleteInstance, startInstance, stopInstance } from '#server/features/instances/index.ts';
import { readMessages } from '#server/features/instances/init-messages.ts';
import * as reconciling from '#server/features/instances/reconcile.ts';
import { restartInstance } from '#server/features/instances/restart.ts';
import { watchDisks } from '#server/features/instances/watch-disks.ts';
import { watchEngines } from '#server/features/instances/watch-engines.ts';
import { watchHealth } from '#server/features/instances/watch-health.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import { serviceRunner } from '#server/features/services/runner.ts';
import { snapshotInstance } from '#server/features/snapshots/snapshot-instance.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { workspaceRunner } from '#server/features/workspaces/runner.ts';
import { runners } from '#server/kinds.ts';

interface Which {
  id: string;
}

export const startWorkspace = (context: Context, which: Which) => startInstance(context, workspaceKind, which);
export const stopWorkspace = (context: Context, which: Which) => stopInstance(context, workspaceKind, which);
export const restartWorkspace = (context: Context, which: Which) => restartInstance(context, workspaceKind, which);
export const deleteWorkspace = (context: Context, which: Which) => deleteInstance(context, workspaceKind, which);
export const snapshotWorkspace = (context: Context, which: Which) => snapshotInstance(context, workspaceKind, which);
export const setupOf = (context: Context, { id }: Which) => readMessages(context, workspaceKind, id);

export const startService = (context: Context, which: Which) => startInstance(context, serviceKind, which);
export const stopService = (context: Context, which: Which) => stopInstance(context, serviceKind, which);
export const deleteService = (context: Context, which: Which) => deleteInstance(context, serviceKind, which);
export const snapshotService = (context: Context, which: Which) => snapshotInstance(context, serviceKind, which);

export const convergeWorkspace = (dependencies: Dependencies, id: string, signal: AbortSignal) =>
  convergeInstance(dependencies, workspaceRunner, id, signal);
export const convergeService = (dependencies: Dependencies, id: string, signal: AbortSignal) =>
  convergeInstance(dependencies, serviceRunner, id, signal);

export const watchWorkspaceDisks = (dependencies: Dependencies) => watchDisks(dependencies, workspaceKind);
export const watchServiceDisks = (dependencies: Dependencies) => watchDisks(dependencies, serviceKind);
export const watchServiceHealth = (dependencies: Dependencies) => watchHealth(dependencies, serviceRunner);

export const reconcile = (dependencies: Dependencies) => reconciling.reconcile(dependencies, runners);
export const reconcileEngine = (dependencies: Dependencies, engine: Engine) =>
  reconciling.reconcileEngine(dependencies, runners, engine);
export const startEngineWatch = (dependencies: Dependencies, signal: AbortSignal) =>
  watchEngines(dependencies, { runners, onMet: (engine) => fenceHost(dependencies, engine.id) }, signal);
