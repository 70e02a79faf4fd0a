import { and, eq, ne } from 'drizzle-orm';
import type { ContainerSummary, Engine } from '../../compute/engine.ts';
import { isId } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import {
  INSTALLATION_LABEL,
  networkName,
  noteEnded,
  ORGANIZATION_LABEL,
  readInstallationId,
  removeNetwork,
  WORKSPACE_LABEL,
  withWorkLock,
} from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { reconcileServices } from '../services/index.ts';
import { idsToCopy } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { requestConvergence } from './converge-job.ts';
import { dismantle } from './dismantle.ts';
import { workspaceKind } from './kind.ts';
import { readWorkspace } from './read-workspace.ts';

/**
 * Compares every engine with the database and mends in both directions. An engine that does not answer is left alone:
 * it is looked at again in a minute.
 */
export async function reconcile(services: Services): Promise<void> {
  for (const engine of services.engines.list()) {
    try {
      await reconcileEngine(services, engine);
    } catch (error) {
      services.log.warn({ err: error, engineId: engine.id }, 'engine could not be reconciled');
    }
  }
}

type Row = Pick<WorkspaceRecord, 'id' | 'status' | 'organizationId' | 'cloneStatus'>;

/** The same for one engine. @throws EngineError when it does not answer */
export async function reconcileEngine(services: Services, engine: Engine): Promise<void> {
  const { db } = services;
  const installationId = await readInstallationId(services);
  // The engine first: what is created from here on belongs to a row that is read below.
  const [containers, networks] = await Promise.all([
    engine.list({ [INSTALLATION_LABEL]: installationId, [WORKSPACE_LABEL]: '' }),
    engine.listNetworks({ [INSTALLATION_LABEL]: installationId, [ORGANIZATION_LABEL]: '' }),
  ]);
  const rows = await db
    .select({
      id: workspaces.id,
      status: workspaces.status,
      organizationId: workspaces.organizationId,
      cloneStatus: workspaces.cloneStatus,
    })
    .from(workspaces)
    .where(and(eq(workspaces.engineId, engine.id), ne(workspaces.status, 'Deleted')));

  const live = new Set(rows.map((row) => row.id));
  for (const container of containers) {
    if (!live.has(workspaceOf(container))) await removeOrphan(services, engine, container);
  }
  const byWorkspace = new Map(containers.map((container) => [workspaceOf(container), container]));
  for (const row of rows) await mend(services, engine, row, byWorkspace.get(row.id));

  for (const id of await idsToCopy(db, engine.id, 'Workspace')) await requestConvergence(db, id);

  const servicesOf = await reconcileServices(services, engine);
  const organizations = [...rows.map((row) => row.organizationId), ...servicesOf];
  const used = new Set(organizations.map(networkName));
  for (const { name } of networks) {
    if (!used.has(name)) await removeNetwork(engine, name.slice(networkName('').length));
  }
}

function workspaceOf(container: ContainerSummary): string {
  return container.labels[WORKSPACE_LABEL] ?? '';
}

async function removeOrphan(services: Services, engine: Engine, container: ContainerSummary): Promise<void> {
  const id = workspaceOf(container);
  await withWorkLock(services, `workspace.${id}`, async () => {
    const row = isId(id) ? await readWorkspace(services, id) : null;
    if (row && row.status !== 'Deleted') return;
    services.log.info({ container: container.name }, 'removing a container without a workspace');
    if (row) await dismantle(services, engine, row);
    else await engine.remove(container.id);
  });
}

/** A job for a workspace that somebody is working on already does no harm. */
async function mend(
  services: Services,
  engine: Engine,
  row: Row,
  container: ContainerSummary | undefined,
): Promise<void> {
  const running = container?.running === true;
  if (row.status === 'Active' && !running) await noteEnded(services, workspaceKind, engine, row.id, 'reconcile');
  const cloning = row.status === 'Active' && row.cloneStatus === 'pending';
  if (row.status === 'Pending' || (row.status === 'Offline' && running) || cloning) {
    await requestConvergence(services.db, row.id);
  }
}
