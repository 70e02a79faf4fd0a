import { and, eq, gt, isNotNull, not, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context, Dependencies } from '../context.ts';
import { mayOpen, reachedBy } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { memberships, users } from '../people/tables.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { isActiveMember, stoppedSince } from './conditions.ts';
import { terminalShares } from './tables.ts';

const owners = alias(users, 'owners');
const guests = alias(users, 'guests');
const ownerships = alias(memberships, 'ownerships');
const guestships = alias(memberships, 'guestships');

/** Shares of which nothing has ended them so far: the time, a stop, or lost membership or rights. */
export async function readShares({ clock, db }: Pick<Dependencies, 'clock'> & { db: Executor }, where?: SQL) {
  const { organizationId } = terminalShares;
  const rows = await db
    .select({
      share: terminalShares,
      workspace: {
        name: instances.name,
        engineId: instances.engineId,
        containerId: instances.containerId,
        asleepSince: instances.asleepSince,
      },
      owner: { id: owners.id, name: owners.name, image: owners.image, role: ownerships.role },
      guest: { id: guests.id, name: guests.name, image: guests.image },
    })
    .from(terminalShares)
    .innerJoin(
      instances,
      and(
        eq(instances.id, terminalShares.workspaceId),
        eq(instances.organizationId, organizationId),
        or(eq(instances.status, 'Active'), isNotNull(instances.asleepSince)),
      ),
    )
    .innerJoin(owners, eq(owners.id, terminalShares.ownerId))
    .innerJoin(ownerships, isActiveMember(ownerships, organizationId, terminalShares.ownerId))
    .innerJoin(guests, eq(guests.id, terminalShares.guestId))
    .innerJoin(guestships, isActiveMember(guestships, organizationId, terminalShares.guestId))
    .where(
      and(
        gt(terminalShares.expiresAt, clock.now()),
        not(stoppedSince(terminalShares.workspaceId, terminalShares.createdAt)),
        where,
      ),
    )
    .orderBy(terminalShares.createdAt, terminalShares.id);
  const opens = await Promise.all(
    rows.map(({ share, owner: { id: userId, role } }) =>
      mayOpen(db, workspaceKind, { userId, role, organizationId: share.organizationId }, share.workspaceId),
    ),
  );
  return rows.filter((_, index) => opens[index]);
}
export type FoundShare = Awaited<ReturnType<typeof readShares>>[number];

/** What others share with this person in the organization they are signed in to. */
export function readSharedWith(context: Pick<Context, 'actor' | 'clock' | 'db'>): Promise<FoundShare[]> {
  const { userId, organizationId } = context.actor;
  const theirs = and(
    eq(terminalShares.guestId, userId),
    eq(terminalShares.organizationId, organizationId),
    reachedBy(context.actor, terminalShares.workspaceId),
  );
  return readShares(context, theirs);
}

/** With whom this person shares their terminal in a workspace. */
export function readSharedBy(
  dependencies: Pick<Dependencies, 'clock' | 'db'>,
  { workspaceId, ownerId }: { workspaceId: string; ownerId: string },
): Promise<FoundShare[]> {
  return readShares(
    dependencies,
    and(eq(terminalShares.workspaceId, workspaceId), eq(terminalShares.ownerId, ownerId)),
  );
}

/** A share that holds, for whose terminal it is or whom it is shared with. @throws NotFound for everybody else */
export async function findShare(
  context: Pick<Context, 'actor' | 'clock'> & { db: Executor },
  id: string,
  as: 'owner' | 'guest',
): Promise<FoundShare> {
  const { userId, organizationId } = context.actor;
  const mine = eq(as === 'owner' ? terminalShares.ownerId : terminalShares.guestId, userId);
  const where = and(
    eq(terminalShares.id, id),
    eq(terminalShares.organizationId, organizationId),
    mine,
    reachedBy(context.actor, terminalShares.workspaceId),
  );
  const [found] = isId(id) ? await readShares(context, where) : [];
  if (!found) throw new NotFound();
  return found;
}
