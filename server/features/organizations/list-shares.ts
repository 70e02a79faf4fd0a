import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Share } from '#shared/features/organizations/contract.ts';
import type { Actor, Context } from '../context.ts';
import { organizations, shares, users } from '../people/tables.ts';

const MOST = 500;

/** Owner and admins see every share of the organization, others their own. */
export function visibleShares(actor: Actor): SQL | undefined {
  const here = eq(shares.organizationId, actor.organizationId);
  return isManager(actor) ? here : and(here, eq(shares.userId, actor.userId));
}

/** The newest 500, newest first. */
export async function listShares({ actor, db }: Context): Promise<Share[]> {
  const signedUp = sql<boolean>`exists (select 1 from ${organizations}
    where ${organizations.shareId} is not null and ${organizations.shareId} = ${shares.id}::text)`;
  const rows = await db
    .select({ share: shares, userName: users.name, signedUp })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(visibleShares(actor))
    .orderBy(desc(shares.createdAt), desc(shares.id))
    .limit(MOST);
  return rows.map(({ share, userName, signedUp }) => ({
    id: share.id,
    invite_name: share.inviteName,
    invite_email: share.inviteEmail,
    custom_message: share.customMessage,
    user_name: userName,
    create_date: share.createdAt.toISOString(),
    signed_up: signedUp,
    redeemed: share.redeemedAt !== null,
    may_resend: !signedUp,
  }));
}
