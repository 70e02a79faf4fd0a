import { eq } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Service } from '#shared/features/services/contract.ts';
import { isId } from '../../platform/ids.ts';
import { hasScope } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { findInstance, presentChanges } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { users } from '../people/tables.ts';
import { serviceKind } from './kind.ts';
import { presentDetails, presentRow } from './presenter.ts';
import { openEnvironment } from './sealed-environment.ts';

/** One service with all its details; its values for owner, admin, and the person who holds it. @throws NotFound */
export async function getService(context: Context, input: { id: string }): Promise<Service> {
  const { actor, config, db } = context;
  const service = await findInstance(db, serviceKind, actor, input.id);
  const [[user], [server], changes] = await Promise.all([
    db.select({ name: users.name }).from(users).where(eq(users.id, service.userId)),
    isId(service.serverId) ? db.select({ name: hosts.name }).from(hosts).where(eq(hosts.id, service.serverId)) : [],
    presentChanges(db, service.id),
  ]);
  const holds = isManager(actor) || service.userId === actor.userId;
  const known = service.status !== 'Deleted' && holds && hasScope(actor, 'use');
  return {
    ...presentRow(config, actor, service, { user: user?.name ?? '', server: server?.name ?? '' }),
    ...presentDetails(config, service, known ? openEnvironment(context, service.environment) : null),
    status_changes: changes,
  };
}
