import { and, eq } from 'drizzle-orm';
import { violatedConstraint } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { holdSession } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';
import { parsePublicKey } from './parse-public-key.ts';

export const NAME_TAKEN = say('sshKeys.nameTaken');

/**
 * Adds a public key of the caller.
 * @throws ValidationError on `public_key` (with the reason) or `name`
 */
export async function addSshKey(context: Context, input: { name: string; publicKey: string }): Promise<{ id: string }> {
  const { actor, clock, db } = context;
  const key = parsePublicKey(input.publicKey);
  const id = newId();
  const made = { addedIn: actor.sessionId, createdAt: clock.now() };
  try {
    await db.transaction(async (tx) => {
      await holdSession(tx, actor);
      await tx.insert(sshKeys).values({ id, userId: actor.userId, name: input.name, ...made, ...key });
      const details = { fingerprint: key.fingerprint };
      await record(tx, context, { action: 'ssh-keys.add', targetId: id, details });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'ssh_keys_user_name') throw new ValidationError({ name: NAME_TAKEN });
    if (constraint === 'ssh_keys_user_fingerprint') throw await alreadyThere(context, key.fingerprint);
    throw error;
  }
  return { id };
}

async function alreadyThere(context: Context, fingerprint: string): Promise<ValidationError> {
  const [row] = await context.db
    .select({ name: sshKeys.name })
    .from(sshKeys)
    .where(and(eq(sshKeys.userId, context.actor.userId), eq(sshKeys.fingerprint, fingerprint)));
  return new ValidationError({ public_key: say('sshKeys.alreadyAdded', { name: row?.name ?? '' }) });
}
