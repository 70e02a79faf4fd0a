import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { DAY } from '../../platform/clock.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context, Dependencies } from '../context.ts';
import { newDeployKeyPair } from './deploy-keypair.ts';
import { workspaceDeployKeys } from './tables.ts';

const KEY_MISSING = say('workspaces.deployKeyMissing');
const COMMENT = 'slipway-deploy-key';
/** Keys one person may create in forms without using them within a day. */
const MOST_UNUSED = 20;

/**
 * Creates a key for a workspace that is about to be added, so that it can be added to the repository first. Unused ones
 * expire after a day. @throws Forbidden, Conflict
 */
export async function addDeployKey(context: Context): Promise<{ id: string; publicKey: string }> {
  const { actor, clock, db } = context;
  if (actor.role === 'user') throw new Forbidden(say('workspaces.roleCannotCreate'));
  const yesterday = new Date(clock.now().getTime() - DAY);
  const unused = and(isNull(workspaceDeployKeys.workspaceId), eq(workspaceDeployKeys.userId, actor.userId));
  return db.transaction(async (tx) => {
    await tx.delete(workspaceDeployKeys).where(and(unused, lt(workspaceDeployKeys.createdAt, yesterday)));
    if ((await tx.$count(workspaceDeployKeys, unused)) >= MOST_UNUSED) {
      throw new Conflict(say('workspaces.tooManyDeployKeys'));
    }
    const { organizationId, userId } = actor;
    const key = await insert(context, tx, { organizationId, userId, workspaceId: null });
    await record(tx, context, { action: 'workspaces.add-deploy-key', targetId: key.id });
    return key;
  });
}

/** Gives a new workspace the key from its form, or a new one. @throws ValidationError on `deploy_key_id` */
export async function giveDeployKey(
  context: Context,
  tx: Transaction,
  { workspaceId, keyId }: { workspaceId: string; keyId: string | undefined },
): Promise<void> {
  const { actor } = context;
  if (keyId === undefined) {
    await insert(context, tx, { organizationId: actor.organizationId, userId: actor.userId, workspaceId });
    return;
  }
  const table = workspaceDeployKeys;
  const [given] = isId(keyId)
    ? await tx.update(table).set({ workspaceId }).where(unusedKey(context, keyId)).returning({ id: table.id })
    : [];
  if (!given) throw new ValidationError({ deploy_key_id: KEY_MISSING });
}

/** The private half of a key that the person made in a form and hasn't used. @throws ValidationError on `deploy_key_id` */
export async function openUnusedKey(context: Context, keyId: string): Promise<string> {
  const { db, secrets } = context;
  const [key] = isId(keyId)
    ? await db
        .select({ privateKey: workspaceDeployKeys.privateKey })
        .from(workspaceDeployKeys)
        .where(unusedKey(context, keyId))
    : [];
  if (!key?.privateKey) throw new ValidationError({ deploy_key_id: KEY_MISSING });
  return secrets.open(key.privateKey);
}

function unusedKey({ actor, clock }: Pick<Context, 'actor' | 'clock'>, keyId: string) {
  const table = workspaceDeployKeys;
  return and(
    eq(table.id, keyId),
    eq(table.organizationId, actor.organizationId),
    eq(table.userId, actor.userId),
    isNull(table.workspaceId),
    gt(table.createdAt, new Date(clock.now().getTime() - DAY)),
  );
}

/**
 * A workspace from a snapshot has the file with its source's key: it reports the same public half, and needs no other.
 */
export async function shareDeployKey(
  { actor, clock }: Context,
  tx: Transaction,
  { workspaceId, sourceId }: { workspaceId: string; sourceId: string },
): Promise<void> {
  const { organizationId, userId } = actor;
  const key = await findDeployKey(tx, sourceId);
  if (!key) return;
  await tx.insert(workspaceDeployKeys).values({
    id: newId(),
    organizationId,
    userId,
    workspaceId,
    publicKey: key.publicKey,
    privateKey: null,
    createdAt: clock.now(),
  });
}

async function insert(
  { clock, secrets }: Pick<Dependencies, 'clock' | 'secrets'>,
  tx: Transaction,
  owner: { organizationId: string; userId: string; workspaceId: string | null },
): Promise<{ id: string; publicKey: string }> {
  const { publicKey, privateKey } = newDeployKeyPair(COMMENT);
  const id = newId();
  await tx
    .insert(workspaceDeployKeys)
    .values({ id, ...owner, publicKey, privateKey: secrets.seal(privateKey), createdAt: clock.now() });
  return { id, publicKey };
}

/** A workspace's key: its public half, and the encrypted private one while the workspace exists. */
export async function findDeployKey(
  executor: Executor,
  workspaceId: string,
): Promise<{ publicKey: string; privateKey: string | null } | null> {
  const [row] = await executor
    .select({ publicKey: workspaceDeployKeys.publicKey, privateKey: workspaceDeployKeys.privateKey })
    .from(workspaceDeployKeys)
    .where(eq(workspaceDeployKeys.workspaceId, workspaceId));
  return row ?? null;
}

/** A deleted workspace keeps no secrets; its safety copy has the file. */
export async function forgetDeployKey(tx: Transaction, workspaceId: string): Promise<void> {
  await tx
    .update(workspaceDeployKeys)
    .set({ privateKey: null })
    .where(eq(workspaceDeployKeys.workspaceId, workspaceId));
}
