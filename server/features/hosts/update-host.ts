import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { lockHost } from './access.ts';
import { announceHost } from './messages.ts';

/** Renames a host; its host name stays. @throws Forbidden, NotFound */
export async function updateHost(context: Context, input: { id: string; name: string }): Promise<void> {
  await context.db.transaction(async (tx) => {
    const host = await lockHost(tx, context, input.id);
    await tx.update(hosts).set({ name: input.name }).where(eq(hosts.id, host.id));
    await announceHost(context, tx, host);
    await record(tx, context, { action: 'hosts.update', targetId: host.id, details: { name: input.name } });
  });
}
