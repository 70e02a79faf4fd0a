import { and, asc, count, eq, ne } from 'drizzle-orm';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { Context } from '../context.ts';
import { listGroupNames, requirePeopleManager } from '../groups/index.ts';
import { knownName, knownPicture } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { searchFor } from './list-users.ts';

interface Choice {
  value: string;
  text: string;
}

/** Active members by name, without `exclude`. @throws Forbidden */
export async function listDropdown(
  { actor, db }: Context,
  input: { exclude?: string | undefined },
): Promise<{ items: Choice[]; selected: string }> {
  requirePeopleManager(actor);
  const items = await db
    .select({ value: users.id, text: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, actor.organizationId), eq(memberships.status, 'active')))
    .orderBy(asc(users.name), asc(users.id));
  return { items: items.filter(({ value }) => value !== input.exclude), selected: actor.userId };
}

/** One page (16) of the members that match. @throws Forbidden */
export async function lookUpUsers({ actor, db }: Context, input: { q?: string | undefined; page: number }) {
  requirePeopleManager(actor);
  const matches = and(
    eq(memberships.organizationId, actor.organizationId),
    ne(memberships.status, 'deleted'),
    searchFor(input.q),
  );
  const found = () =>
    db.select({ id: users.id, text: knownName }).from(memberships).innerJoin(users, eq(users.id, memberships.userId));
  const [rows, [total]] = await Promise.all([
    found()
      .where(matches)
      .orderBy(asc(knownName), asc(users.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(memberships).innerJoin(users, eq(users.id, memberships.userId)).where(matches),
  ]);
  return { records: total?.records ?? 0, rows };
}

/** Everyone, invited people included. @throws Forbidden */
export async function listEmployees({
  actor,
  db,
}: Context): Promise<(Choice & { profile_photo_url: string | null })[]> {
  requirePeopleManager(actor);
  return db
    .select({ value: users.id, text: knownName, profile_photo_url: knownPicture })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, actor.organizationId), ne(memberships.status, 'deleted')))
    .orderBy(asc(knownName), asc(users.id));
}

/** @throws Forbidden */
export async function listUserGroups({ actor, db }: Context): Promise<Choice[]> {
  requirePeopleManager(actor);
  const groups = await listGroupNames(db, actor.organizationId);
  return groups.map(({ id, group_name }) => ({ value: id, text: group_name }));
}
