import { desc, eq } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Service } from '#shared/features/services/contract.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { hosts } from '../hosts/tables.ts';
import { serviceStatusChanges } from '../instances/tables.ts';
import { users } from '../users/tables.ts';
import { findService } from './access.ts';
import { presentDetails, presentRow } from './presenter.ts';
import { openEnvironment } from './sealed-environment.ts';

const SHOWN_CHANGES = 10;

/** One service with all its details; its values for owner, admin, and whoever holds it. @throws NotFound */
export async function getService(context: Context, input: { id: string }): Promise<Service> {
  const { actor, config, db } = context;
  const service = await findService(db, actor, input.id);
  const [[user], [server], changes] = await Promise.all([
    db.select({ name: users.name }).from(users).where(eq(users.id, service.userId)),
    isId(service.serverId) ? db.select({ name: hosts.name }).from(hosts).where(eq(hosts.id, service.serverId)) : [],
    db
      .select()
      .from(serviceStatusChanges)
      .where(eq(serviceStatusChanges.serviceId, service.id))
      .orderBy(desc(serviceStatusChanges.id))
      .limit(SHOWN_CHANGES),
  ]);
  const known = service.status !== 'Deleted' && (isManager(actor) || service.userId === actor.userId);
  return {
    ...presentRow(config, actor, service, { user: user?.name ?? '', server: server?.name ?? '' }),
    ...presentDetails(config, service, known ? openEnvironment(context, service.environment) : null),
    status_changes: changes.map((change) => ({
      status: change.status,
      cause: change.cause,
      detail: change.detail,
      date: change.createdAt.toISOString(),
    })),
  };
}
