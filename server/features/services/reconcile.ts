import { and, eq, ne } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isId } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import {
  INSTALLATION_LABEL,
  noteEnded,
  readInstallationId,
  removeContainer,
  SERVICE_LABEL,
  withWorkLock,
} from '../instances/index.ts';
import { organizationServices } from '../instances/tables.ts';
import { idsToCopy } from '../snapshots/index.ts';
import { requestConvergence } from './converge-job.ts';
import { serviceKind } from './kind.ts';
import { readService } from './read-service.ts';

/**
 * Compares the services of one engine with the database and mends in both directions.
 * @returns the organizations that have services there @throws EngineError when it does not answer
 */
export async function reconcileServices(services: Services, engine: Engine): Promise<string[]> {
  const { db } = services;
  // The engine first: what is created from here on belongs to a row that is read below.
  const containers = await engine.list({
    [INSTALLATION_LABEL]: await readInstallationId(services),
    [SERVICE_LABEL]: '',
  });
  const rows = await db
    .select()
    .from(organizationServices)
    .where(and(eq(organizationServices.engineId, engine.id), ne(organizationServices.status, 'Deleted')));
  const live = new Set(rows.map(({ id }) => id));
  const running = new Set<string>();
  for (const container of containers) {
    const id = container.labels[SERVICE_LABEL] ?? '';
    if (container.running) running.add(id);
    if (!live.has(id)) await removeOrphan(services, engine, container.id, id);
  }
  for (const { id, status } of rows) {
    if (status === 'Active' && !running.has(id)) await noteEnded(services, serviceKind, engine, id, 'reconcile');
    if (status === 'Pending' || (status === 'Offline' && running.has(id))) await requestConvergence(db, id);
  }
  for (const id of await idsToCopy(db, engine.id, 'Service')) await requestConvergence(db, id);
  return rows.map(({ organizationId }) => organizationId);
}

async function removeOrphan(services: Services, engine: Engine, container: string, id: string): Promise<void> {
  await withWorkLock(services, `service.${id}`, async () => {
    const row = isId(id) ? await readService(services, id) : null;
    if (row && row.status !== 'Deleted') return;
    services.log.info({ container }, 'removing a container without a service');
    if (row) await removeContainer(services, serviceKind, engine, row);
    else await engine.remove(container);
  });
}
