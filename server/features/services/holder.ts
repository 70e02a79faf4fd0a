import { and, eq, notInArray } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { CatalogueItem } from '../catalogue/index.ts';
import { instances } from '../instances/tables.ts';
import { activeMember } from '../people/index.ts';
import { services } from './tables.ts';

/**
 * Owner and admins hold services; anyone can hold one with `individual_flag`, one each. Locks the membership.
 * @throws ValidationError, Conflict
 */
export async function mustBeHolder(
  tx: Transaction,
  organizationId: string,
  item: CatalogueItem,
  userId: string,
): Promise<void> {
  const member = await activeMember(tx, { userId, organizationId }, 'update');
  if (!member) throw new ValidationError({ user_id: say('services.userNotMember') });
  if (isManager(member)) return;
  if (!item.individual_flag) {
    throw new ValidationError({ user_id: say('services.managerMustOwn', { name: item.name }) });
  }
  await mustBeTheOnly(tx, organizationId, item, userId);
}

/** The same for one that they held before. @throws Conflict if they have another one */
export async function mayHoldAgain(
  tx: Transaction,
  organizationId: string,
  item: CatalogueItem,
  userId: string,
): Promise<void> {
  const member = await activeMember(tx, { userId, organizationId }, 'update');
  if (item.individual_flag && !(member && isManager(member))) await mustBeTheOnly(tx, organizationId, item, userId);
}

async function mustBeTheOnly(
  tx: Transaction,
  organizationId: string,
  item: CatalogueItem,
  userId: string,
): Promise<void> {
  const [other] = await tx
    .select({ id: instances.id })
    .from(instances)
    .innerJoin(services, eq(services.id, instances.id))
    .where(
      and(
        eq(instances.organizationId, organizationId),
        eq(instances.userId, userId),
        eq(services.catalogueId, item.id),
        notInArray(instances.status, ['Deleted', 'Pending Deletion']),
      ),
    );
  if (other) throw new Conflict(say('services.userHasOne', { name: item.name }));
}
