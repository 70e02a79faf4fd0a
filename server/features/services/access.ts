import { isManager } from '#shared/features/auth/model.ts';
import type { ServiceRow } from '#shared/features/services/contract.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { findItem } from '../catalogue/index.ts';
import type { Actor } from '../context.ts';
import type { RecordOf, Requester } from '../instances/index.ts';
import type { services } from './tables.ts';

export type ServiceRecord = RecordOf<typeof services>;

/** Owner and admin manage services; lead and user see them, and open their own. @throws Forbidden */
export function requireManage(actor: Pick<Actor, 'role'>): void {
  if (!isManager(actor)) throw new Forbidden(say('services.managersOnly'));
}

/** What this person, who sees it, can do with it now. */
export function permissions(actor: Requester, service: ServiceRecord): ServiceRow['may'] {
  const { status } = service;
  const item = findItem(service.catalogueId);
  const managed = isManager(actor);
  const deleted = status === 'Deleted' || status === 'Pending Deletion';
  const settled = status === 'Active' || status === 'Offline';
  return {
    open: !deleted && httpPort(service) !== null && (managed || service.userId === actor.userId),
    start: managed && status === 'Offline',
    stop: managed && (status === 'Active' || status === 'Pending'),
    edit: managed && (settled || status === 'Pending'),
    delete: managed && !deleted,
    restore: managed && status === 'Pending Deletion',
    snapshot: managed && status === 'Offline' && item?.snapshot_flag === true && service.containerId !== null,
  };
}

/** The port its URL leads to; null if it speaks no http. */
export function httpPort({ catalogueId }: Pick<ServiceRecord, 'catalogueId'>): number | null {
  return findItem(catalogueId)?.ports.find(({ protocol }) => protocol === 'http')?.port ?? null;
}
