import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { ApiToken } from '#shared/features/profile/contract.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { instances } from '../instances/tables.ts';
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
  const chosen = rows.flatMap(({ token }) => token.workspaceIds);
  const there = and(inArray(instances.id, chosen), ne(instances.status, 'Deleted'));
  const named = chosen.length
    ? await db.select({ id: instances.id, name: instances.name }).from(instances).where(there)
    : [];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map(({ token, organizationName }) => presentApiToken(token, organizationName, names, clock.now()));
}
