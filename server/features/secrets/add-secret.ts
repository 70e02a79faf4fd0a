import { count, sum } from 'drizzle-orm';
import { SECRETS_MAX, SECRETS_MAX_BYTES, type SecretKind } from '#shared/features/secrets/model.ts';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { mustManage, type OwnerColumns, ownedBy, type Whose } from './access.ts';
import { refreshSecrets } from './refresh.ts';
import { secrets } from './tables.ts';
import { measureValue } from './value.ts';

export interface SecretInput extends Whose {
  name: string;
  kind: SecretKind;
  value: string;
  repositories: string[] | null;
}

/** Running workspaces get it at once. @throws NotFound, Conflict, ValidationError on `name` and `value` */
export async function addSecret(context: Context, input: SecretInput): Promise<{ id: string }> {
  const { actor, clock, db, secrets: box } = context;
  const { name, kind, value, repositories, ...whose } = input;
  const sizeBytes = measureValue(kind, value);
  const id = newId();
  const now = clock.now();
  try {
    await db.transaction(async (tx) => {
      const owner = await mustManage(tx, actor, whose);
      await mustFit(tx, owner, { count: 1, bytes: sizeBytes });
      await tx.insert(secrets).values({
        ...{ id, ...owner, name, kind, repositories, sizeBytes },
        sealed: box.seal(value),
        version: newId(),
        createdBy: actor.userId,
        createdAt: now,
        changedBy: actor.userId,
        changedAt: now,
      });
      await refreshSecrets(tx, actor.organizationId);
      const details = { name, owner: whose.owner, ...(whose.groupId && { group: whose.groupId }) };
      await record(tx, context, { action: 'secrets.add', targetId: id, details });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'secrets_name') throw error;
    throw new ValidationError({ name: say('secrets.nameTaken') });
  }
  return { id };
}

/** @throws Conflict if an owner would have too many, or too much in them; two at once wait for each other */
export async function mustFit(
  tx: Transaction,
  owner: OwnerColumns,
  more: { count: number; bytes: number },
): Promise<void> {
  await holdNamedLock(tx, `secrets.${owner.userId ?? owner.groupId}.${owner.organizationId}`);
  const [held] = await tx
    .select({ count: count(), bytes: sum(secrets.sizeBytes).mapWith(Number) })
    .from(secrets)
    .where(ownedBy(owner));
  if ((held?.count ?? 0) + more.count > SECRETS_MAX) {
    throw new Conflict(say('secrets.tooMany', { limit: SECRETS_MAX }));
  }
  if ((held?.bytes ?? 0) + more.bytes > SECRETS_MAX_BYTES) {
    throw new Conflict(say('secrets.totalTooLarge', { kilobytes: SECRETS_MAX_BYTES / 1024 }));
  }
}
