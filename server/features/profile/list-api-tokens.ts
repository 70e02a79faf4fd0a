import { desc, eq } from 'drizzle-orm';
import type { ApiToken } from '#shared/features/profile/contract.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { organizations } from '../people/tables.ts';
import { presentApiToken } from './presenter.ts';

/** The caller's API tokens of all their organizations, newest first. */
export async function listApiTokens({ actor, clock, db }: Context): Promise<ApiToken[]> {
  const rows = await db
    .select({ token: apiTokens, organizationName: organizations.name })
    .from(apiTokens)
    .innerJoin(organizations, eq(organizations.id, apiTokens.organizationId))
    .where(eq(apiTokens.userId, actor.userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(({ token, organizationName }) => presentApiToken(token, organizationName, clock.now()));
}
