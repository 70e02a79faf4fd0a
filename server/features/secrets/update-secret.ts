import { eq } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockSecret } from './access.ts';
import { mustFit } from './add-secret.ts';
import { refreshSecrets } from './refresh.ts';
import { secrets } from './tables.ts';
import { measureValue } from './value.ts';

export interface SecretChange {
  id: string;
  value?: string | undefined;
  repositories?: string[] | null | undefined;
}

/** Running workspaces get the new value, or lose it, at once. @throws NotFound, Conflict, ValidationError on `value` */
export async function updateSecret(context: Context, { id, value, repositories }: SecretChange): Promise<void> {
  const { actor, clock, db, secrets: box } = context;
  await db.transaction(async (tx) => {
    const secret = await lockSecret(tx, context, id);
    const replaced = value === undefined ? null : { value, sizeBytes: measureValue(secret.kind, value) };
    if (replaced) await mustFit(tx, secret, { count: 0, bytes: replaced.sizeBytes - secret.sizeBytes });
    const fields = [...(replaced ? ['value'] : []), ...(repositories === undefined ? [] : ['repositories'])];
    if (fields.length === 0) return;
    await tx
      .update(secrets)
      .set({
        ...(replaced && { sealed: box.seal(replaced.value), sizeBytes: replaced.sizeBytes, version: newId() }),
        ...(repositories !== undefined && { repositories }),
        changedBy: actor.userId,
        changedAt: clock.now(),
      })
      .where(eq(secrets.id, id));
    await refreshSecrets(tx, actor.organizationId);
    const details = { name: secret.name, fields: fields.join(', ') };
    await record(tx, context, { action: 'secrets.update', targetId: id, details });
  });
}
