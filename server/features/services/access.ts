import { and, eq, type InferSelectModel, ne } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { ServiceRow } from '#shared/features/services/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import { organizationServices } from '../instances/tables.ts';
import { findItem } from './catalogue.ts';

export type ServiceRecord = InferSelectModel<typeof organizationServices>;
export type Asking = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

/** Owner and admin manage services; lead and user look at them, and open their own (spec/2 §6). @throws Forbidden */
export function requireManage(actor: Pick<Actor, 'role'>): void {
  if (!isManager(actor)) throw new Forbidden('Services are managed by the owner and admins. Please ask one of them.');
}

/** What this person, who sees it, can do with it now (spec/2 §4 and §6). */
export function permissions(actor: Asking, service: ServiceRecord): ServiceRow['may'] {
  const { status } = service;
  const item = findItem(service.serviceId);
  const managed = isManager(actor);
  const settled = status === 'Active' || status === 'Offline';
  return {
    open: status !== 'Deleted' && httpPort(service) !== null && (managed || service.userId === actor.userId),
    start: managed && status === 'Offline',
    stop: managed && (status === 'Active' || status === 'Pending'),
    edit: managed && (settled || status === 'Pending'),
    delete: managed && status !== 'Deleted',
    snapshot: managed && status === 'Offline' && item?.snapshot_flag === true && service.containerId !== null,
  };
}

/** The port that its URL leads to; null when it speaks no http. */
export function httpPort({ serviceId }: Pick<ServiceRecord, 'serviceId'>): number | null {
  return findItem(serviceId)?.ports.find(({ protocol }) => protocol === 'http')?.port ?? null;
}

/** May this person come in there by the gateway? Owner, admin, and whoever holds it. */
export async function mayOpenService(executor: Executor, actor: Asking, id: string): Promise<boolean> {
  const [row] = await executor
    .select({ userId: organizationServices.userId })
    .from(organizationServices)
    .where(
      and(
        eq(organizationServices.id, id),
        ne(organizationServices.status, 'Deleted'),
        visibleTo(actor, organizationServices),
      ),
    );
  return row !== undefined && (isManager(actor) || row.userId === actor.userId);
}

/** A service the person sees, deleted ones included. @throws NotFound */
export async function findService(executor: Executor, actor: Asking, id: string): Promise<ServiceRecord> {
  const [row] = isId(id)
    ? await executor
        .select()
        .from(organizationServices)
        .where(and(eq(organizationServices.id, id), visibleTo(actor, organizationServices)))
    : [];
  if (!row) throw new NotFound();
  return row;
}

/** The same, locked until the transaction ends, so that two changes come one after the other. @throws NotFound */
export async function lockService(executor: Executor, actor: Asking, id: string): Promise<ServiceRecord> {
  const [row] = isId(id)
    ? await executor
        .select()
        .from(organizationServices)
        .where(and(eq(organizationServices.id, id), visibleTo(actor, organizationServices)))
        .for('update')
    : [];
  if (!row) throw new NotFound();
  return row;
}
