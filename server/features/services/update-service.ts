import { eq } from 'drizzle-orm';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announce, lockInstance } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { requireManage } from './access.ts';
import { serviceKind } from './kind.ts';

export interface UpdateInput {
  id: string;
  name?: string | undefined;
  deleteProtect?: boolean | undefined;
}

/** Changes name or delete protection; host name and address stay. @throws NotFound, Forbidden, Conflict */
export async function updateService(context: Context, input: UpdateInput): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const service = await lockInstance(tx, serviceKind, actor, input.id);
    requireManage(actor);
    if (service.status === 'Deleted' || service.status === 'Pending Deletion')
      throw new Conflict(say('services.wasDeleted'));
    const set: Partial<typeof instances.$inferInsert> = {};
    if (input.name !== undefined) set.name = input.name;
    if (input.deleteProtect !== undefined) set.deleteProtect = input.deleteProtect;
    if (Object.keys(set).length === 0) return;
    await tx.update(instances).set(set).where(eq(instances.id, service.id));
    await announce(context, tx, serviceKind, service);
    await record(tx, context, { action: 'services.update', targetId: service.id });
  });
}
