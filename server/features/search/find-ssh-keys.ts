import { and, asc, eq, ilike, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';

/** The person's own, by name or fingerprint. */
export async function findSshKeys({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const rows = await db
    .select({ name: sshKeys.name, fingerprint: sshKeys.fingerprint })
    .from(sshKeys)
    .where(and(eq(sshKeys.userId, actor.userId), or(ilike(sshKeys.name, pattern), ilike(sshKeys.fingerprint, pattern))))
    .orderBy(asc(sshKeys.name))
    .limit(SEARCH_LIMITS['SSH Keys']);
  return rows.map(({ name, fingerprint }) => ({ heading: name, icon: 'ssh-key', text: fingerprint, url: '/sshKeys' }));
}
