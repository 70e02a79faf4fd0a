import type { Engine } from '#server/compute/engine.ts';
import type { Context, Services } from '#server/features/context.ts';
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

export const convergeWorkspace = (services: Services, id: string, signal: AbortSignal) =>
  convergeInstance(services, workspaceRunner, id, signal);
export const convergeService = (services: Services, id: string, signal: AbortSignal) =>
  convergeInstance(services, serviceRunner, id, signal);

export const watchWorkspaceDisks = (services: Services) => watchDisks(services, workspaceKind);
export const watchServiceDisks = (services: Services) => watchDisks(services, serviceKind);
export const watchServiceHealth = (services: Services) => watchHealth(services, serviceRunner);

export const reconcile = (services: Services) => reconciling.reconcile(services, runners);
export const reconcileEngine = (services: Services, engine: Engine) =>
  reconciling.reconcileEngine(services, runners, engine);
export const startEngineWatch = (services: Services, signal: AbortSignal) =>
  watchEngines(services, { runners, onMet: (engine) => fenceHost(services, engine.id) }, signal);
