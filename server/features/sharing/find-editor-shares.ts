import { and, eq, gt, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isManager } from '#shared/features/auth/model.ts';
import type { EditorCompany, EditorGuest } from '../../gateway/directory.ts';
import { EDITOR_GUESTS, readCounts } from '../../gateway/shared-counts.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { sessions } from '../auth/tables.ts';
import type { Context, Dependencies } from '../context.ts';
import { reachedBy } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { memberships, users } from '../people/tables.ts';
import { workspaces } from '../workspaces/tables.ts';
import { isActiveMember, stoppedSince } from './conditions.ts';
import { editorShares } from './tables.ts';

const owners = alias(users, 'owners');
const guests = alias(users, 'guests');
const ownerships = alias(memberships, 'ownerships');
const guestships = alias(memberships, 'guestships');

/**
 * Shares of VS Code that nothing has ended so far: the time, a stop, another owner of the workspace, or the membership
 * of one of the two.
 */
export function readEditorShares({ clock, db }: Pick<Dependencies, 'clock'> & { db: Executor }, where?: SQL) {
  const { organizationId, ownerId, guestId, workspaceId, createdAt, expiresAt } = editorShares;
  return db
    .select({
      share: editorShares,
      workspace: { name: instances.name, slug: instances.slug },
      owner: { id: owners.id, name: owners.name, image: owners.image },
      guest: { id: guests.id, name: guests.name, image: guests.image },
    })
    .from(editorShares)
    .innerJoin(
      instances,
      and(
        eq(instances.id, workspaceId),
        eq(instances.organizationId, organizationId),
        eq(instances.userId, ownerId),
        or(eq(instances.status, 'Active'), isNotNull(instances.asleepSince)),
      ),
    )
    .innerJoin(workspaces, and(eq(workspaces.id, workspaceId), not(eq(workspaces.ide, 'none'))))
    .innerJoin(owners, eq(owners.id, ownerId))
    .innerJoin(ownerships, isActiveMember(ownerships, organizationId, ownerId))
    .innerJoin(guests, eq(guests.id, guestId))
    .innerJoin(guestships, isActiveMember(guestships, organizationId, guestId))
    .where(and(gt(expiresAt, clock.now()), not(stoppedSince(workspaceId, createdAt)), where))
    .orderBy(createdAt, editorShares.id);
}
export type FoundEditorShare = Awaited<ReturnType<typeof readEditorShares>>[number];

/** What others share with this person in the organization they are signed in to. */
export function readEditorsSharedWith(context: Pick<Context, 'actor' | 'clock' | 'db'>): Promise<FoundEditorShare[]> {
  const { userId, organizationId } = context.actor;
  return readEditorShares(
    context,
    and(
      eq(editorShares.guestId, userId),
      eq(editorShares.organizationId, organizationId),
      reachedBy(context.actor, editorShares.workspaceId),
    ),
  );
}

/** A share that holds, for its owner and for owner and admins of the organization. @throws NotFound for all others */
export async function findEndable(
  context: Pick<Context, 'actor' | 'clock'> & { db: Executor },
  id: string,
): Promise<FoundEditorShare> {
  const { actor } = context;
  const where = and(
    eq(editorShares.id, id),
    eq(editorShares.organizationId, actor.organizationId),
    isManager(actor) ? undefined : eq(editorShares.ownerId, actor.userId),
  );
  const [found] = isId(id) ? await readEditorShares(context, where) : [];
  if (!found) throw new NotFound();
  return found;
}

/** What lets a session into a workspace's VS Code: never an administrator's who acts as the guest. */
export async function guestOf(
  dependencies: Pick<Dependencies, 'clock' | 'db'>,
  { userId, organizationId, sessionId }: { userId: string; organizationId: string; sessionId: string },
  workspaceId: string,
): Promise<EditorGuest | null> {
  if (![userId, organizationId, sessionId, workspaceId].every(isId)) return null;
  const [own] = await dependencies.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.impersonationId)));
  if (!own) return null;
  const [found] = await readEditorShares(
    dependencies,
    and(
      eq(editorShares.workspaceId, workspaceId),
      eq(editorShares.organizationId, organizationId),
      eq(editorShares.guestId, userId),
    ),
  );
  return found ? { shareId: found.share.id, ownerId: found.owner.id, endsAt: found.share.expiresAt } : null;
}

/** Who is in a workspace's VS Code beside its owner; null while it isn't shared. */
export async function companyOf(
  dependencies: Pick<Dependencies, 'clock' | 'db' | 'lookups'>,
  workspaceId: string,
): Promise<EditorCompany | null> {
  const shares = await readEditorShares(dependencies, eq(editorShares.workspaceId, workspaceId));
  const [first] = shares;
  if (!first) return null;
  const present = await readCounts(dependencies, EDITOR_GUESTS);
  const here = shares.filter(({ share }) => present.has(share.id)).map(({ guest }) => guest.name);
  return { owner: first.owner.name, here };
}
