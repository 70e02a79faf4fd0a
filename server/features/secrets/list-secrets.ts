import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeletedThing } from '#shared/api/envelope.ts';
import { keptSince, presentDeleted } from '#shared/api/undo.ts';
import type { Secret } from '#shared/features/secrets/contract.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';
import { mustManage, ownedBy, type SecretRecord, type Whose } from './access.ts';
import { deletedSecrets, secrets } from './tables.ts';

const changers = alias(users, 'changers');

/** Secrets of one owner, by name, without their values. @throws NotFound for somebody else's */
export async function listSecrets({ actor, db }: Context, input: Whose): Promise<Secret[]> {
  const owner = await mustManage(db, actor, input);
  const rows = await db
    .select({ secret: secrets, createdBy: users.name, changedBy: changers.name })
    .from(secrets)
    .leftJoin(users, eq(users.id, secrets.createdBy))
    .leftJoin(changers, eq(changers.id, secrets.changedBy))
    .where(ownedBy(owner))
    .orderBy(asc(secrets.name));
  return rows.map(({ secret, ...by }) => present(secret, by));
}

/** Deleted ones that can still be had back, newest first. @throws NotFound for somebody else's */
export async function listDeletedSecrets({ actor, clock, db }: Context, input: Whose): Promise<DeletedThing[]> {
  const owner = await mustManage(db, actor, input);
  const kept = gt(deletedSecrets.deletedAt, keptSince(clock.now()));
  const rows = await db
    .select({ id: deletedSecrets.id, name: deletedSecrets.name, deletedAt: deletedSecrets.deletedAt })
    .from(deletedSecrets)
    .where(and(ownedBy(owner, deletedSecrets), kept))
    .orderBy(desc(deletedSecrets.deletedAt), desc(deletedSecrets.id));
  return rows.map(presentDeleted);
}

function present(secret: SecretRecord, by: Record<'createdBy' | 'changedBy', string | null>): Secret {
  return {
    id: secret.id,
    name: secret.name,
    kind: secret.kind,
    size_bytes: secret.sizeBytes,
    repositories: secret.repositories,
    create_date: secret.createdAt.toISOString(),
    created_by: by.createdBy,
    change_date: secret.changedAt.toISOString(),
    changed_by: by.changedBy,
    last_used: secret.lastUsedAt?.toISOString() ?? null,
  };
}
