import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import { isManager } from '#shared/features/auth/model.ts';
import type { SecretOwner } from '#shared/features/secrets/model.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor, Context } from '../context.ts';
import { administeredGroups } from '../groups/index.ts';
import { deletedSecrets, secrets } from './tables.ts';

export type SecretRecord = typeof secrets.$inferSelect;
type Requester = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

/** Whose secrets a call is about. */
export interface Whose {
  owner: SecretOwner;
  groupId?: string | undefined;
}

/** The columns that say whose a secret is. */
export type OwnerColumns = Pick<SecretRecord, 'organizationId' | 'userId' | 'groupId'>;

/**
 * A person manages their own; administrators of a group, owner and admins the group's; owner and admins the
 * organization's. @throws NotFound for anybody else's
 */
export async function mustManage(
  executor: Executor,
  actor: Requester,
  { owner, groupId }: Whose,
): Promise<OwnerColumns> {
  const { organizationId, userId } = actor;
  if (owner === 'person' && !groupId) return { organizationId, userId, groupId: null };
  if (owner === 'organization' && !groupId && isManager(actor)) return { organizationId, userId: null, groupId: null };
  if (owner === 'group' && groupId && isId(groupId)) {
    const groups = await administeredGroups(executor, actor);
    if (groups.some(({ id }) => id === groupId)) return { organizationId, userId: null, groupId };
  }
  throw new NotFound();
}

/** SQL condition: the secrets of one owner. */
export function ownedBy(
  { organizationId, userId, groupId }: OwnerColumns,
  table: typeof secrets | typeof deletedSecrets = secrets,
): SQL | undefined {
  return and(
    eq(table.organizationId, organizationId),
    userId ? eq(table.userId, userId) : isNull(table.userId),
    groupId ? eq(table.groupId, groupId) : isNull(table.groupId),
  );
}

/** One that the caller manages, locked until the transaction ends. @throws NotFound */
export async function lockSecret(
  executor: Executor,
  { actor }: Pick<Context, 'actor'>,
  id: string,
): Promise<SecretRecord> {
  const [secret] = isId(id)
    ? await executor
        .select()
        .from(secrets)
        .where(and(eq(secrets.id, id), eq(secrets.organizationId, actor.organizationId)))
        .for('update')
    : [];
  return mustBeTheirs(executor, actor, secret);
}

/** A deleted one that the caller manages and can have back, locked; null for none. @throws NotFound for others' */
export async function lockDeleted(
  executor: Executor,
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  id: string,
): Promise<SecretRecord | null> {
  const [found] = isId(id)
    ? await executor
        .select()
        .from(deletedSecrets)
        .where(
          and(
            eq(deletedSecrets.id, id),
            eq(deletedSecrets.organizationId, actor.organizationId),
            gt(deletedSecrets.deletedAt, keptSince(clock.now())),
          ),
        )
        .for('update')
    : [];
  if (!found) return null;
  const { deletedAt: _, ...secret } = found;
  return mustBeTheirs(executor, actor, secret);
}

async function mustBeTheirs(
  executor: Executor,
  actor: Requester,
  secret: SecretRecord | undefined,
): Promise<SecretRecord> {
  if (!secret || (secret.userId && secret.userId !== actor.userId)) throw new NotFound();
  await mustManage(executor, actor, whoseIs(secret));
  return secret;
}

export function whoseIs({ userId, groupId }: Pick<SecretRecord, 'userId' | 'groupId'>): Whose {
  if (userId) return { owner: 'person' };
  return groupId ? { owner: 'group', groupId } : { owner: 'organization' };
}
