import { and, count, eq, notInArray } from 'drizzle-orm';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { instances } from '../instances/tables.ts';
import { activeMember } from '../people/index.ts';

const { perLicence } = SHARED_LIMITS;

/** Locks the membership, so that one transaction at a time counts a user's quota. */
export async function mustBeLicensed(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const member = await activeMember(tx, { userId, organizationId }, 'update');
  if (!member) throw new ValidationError({ user_id: say('workspaces.userRefused') });
}

/**
 * One that is about to be deleted doesn't count: its user got it from somebody who left.
 * @throws Conflict if the user has used up their shared workspaces
 */
export async function mustHaveRoom(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const [row] = await tx
    .select({ taken: count() })
    .from(instances)
    .where(
      and(
        eq(instances.kind, 'workspace'),
        eq(instances.organizationId, organizationId),
        eq(instances.userId, userId),
        eq(instances.serverId, 'shared'),
        notInArray(instances.status, ['Deleted', 'Pending Deletion']),
      ),
    );
  if ((row?.taken ?? 0) >= perLicence) {
    throw new Conflict(say('workspaces.licenceLimit', { perUser: perLicence, count: perLicence }));
  }
}
