import { and, eq } from 'drizzle-orm';
import { canBecome } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Services } from '../context.ts';
import { type StatusChange, WELL } from '../instances/index.ts';
import { organizationServices, serviceStatusChanges } from '../instances/tables.ts';
import type { ServiceRecord } from './access.ts';

type Needs = Pick<Services, 'bus' | 'clock' | 'publish'>;
type Change = StatusChange<ServiceRecord>;

/**
 * The one way a service changes status, on the status machine of workspaces. The caller holds the row's lock.
 * @throws Conflict when the machine does not allow it.
 */
export async function changeStatus(
  services: Needs,
  tx: Transaction,
  service: ServiceRecord,
  change: Change,
): Promise<ServiceRecord> {
  if (!canBecome(service.status, change.to)) {
    throw new Conflict(`The service is ${service.status} and can’t become ${change.to}.`);
  }
  const [changed] = await tx
    .update(organizationServices)
    .set({
      ...change.set,
      ...WELL,
      status: change.to,
      ...(change.to === 'Active' && { activeSince: services.clock.now() }),
      // A deleted service keeps no secrets.
      ...(change.to === 'Deleted' && { deletedAt: services.clock.now(), environment: '', previousEnvironment: null }),
    })
    .where(and(eq(organizationServices.id, service.id), eq(organizationServices.status, service.status)))
    .returning();
  if (!changed) throw new Conflict('The service changed in the meantime.');
  await keepChange(services, tx, changed, change);
  return changed;
}

/** Writes the change down and announces it; on its own only for a service that has just been inserted. */
export async function keepChange(
  services: Needs,
  tx: Transaction,
  service: ServiceRecord,
  change: Omit<Change, 'to' | 'set'>,
): Promise<void> {
  await tx.insert(serviceStatusChanges).values({
    serviceId: service.id,
    status: service.status,
    cause: change.cause,
    detail: change.detail ?? null,
    userId: change.userId ?? null,
    createdAt: services.clock.now(),
  });
  await announceService(services, tx, service);
}

/** Tells gateways and open pages, on commit, that something of the service is different now. */
export async function announceService(
  services: Pick<Services, 'bus' | 'publish'>,
  tx: Transaction,
  { id, slug, organizationId }: Pick<ServiceRecord, 'id' | 'slug' | 'organizationId'>,
): Promise<void> {
  // The gateways know workspaces and services alike by their host names.
  await services.bus.notify(tx, 'workspace_changed', { id, slug, organizationId });
  await services.publish(tx, 'service', id, { id });
  await services.publish(tx, 'services', organizationId, { id: organizationId });
}
