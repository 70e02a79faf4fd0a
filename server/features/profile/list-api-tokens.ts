import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm';
import type { DeletedThing } from '#shared/api/envelope.ts';
import { keptSince, presentDeleted } from '#shared/api/undo.ts';
import type { ApiToken } from '#shared/features/profile/contract.ts';
import { apiTokens, deletedApiTokens } from '../auth/tables.ts';
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

/** The caller's revoked tokens that can still be had back, newest first. */
export async function listRevokedTokens({ actor, clock, db }: Context): Promise<DeletedThing[]> {
  const kept = gt(deletedApiTokens.deletedAt, keptSince(clock.now()));
  const rows = await db
    .select({ id: deletedApiTokens.id, name: deletedApiTokens.name, deletedAt: deletedApiTokens.deletedAt })
    .from(deletedApiTokens)
    .where(and(eq(deletedApiTokens.userId, actor.userId), kept))
    .orderBy(desc(deletedApiTokens.deletedAt), desc(deletedApiTokens.id));
  return rows.map(presentDeleted);
}
