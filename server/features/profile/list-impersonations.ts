import { desc, eq } from 'drizzle-orm';
import type { Impersonation } from '#shared/features/profile/contract.ts';
import { impersonations } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { organizations, users } from '../people/tables.ts';
import { presentImpersonation } from './presenter.ts';

const NEWEST = 50;

/** When an administrator acted as the caller, newest first. */
export async function listImpersonations({ actor, clock, db }: Context): Promise<Impersonation[]> {
  const rows = await db
    .select({ impersonation: impersonations, byName: users.name, organizationName: organizations.name })
    .from(impersonations)
    .innerJoin(users, eq(users.id, impersonations.realUserId))
    .innerJoin(organizations, eq(organizations.id, impersonations.organizationId))
    .where(eq(impersonations.userId, actor.userId))
    .orderBy(desc(impersonations.startedAt))
    .limit(NEWEST);
  return rows.map((row) => presentImpersonation(row, clock.now()));
}
