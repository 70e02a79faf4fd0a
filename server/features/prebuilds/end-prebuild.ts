import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { putPreparedAway } from '../snapshots/index.ts';
import { findTemplate, prebuildOf } from './access.ts';
import { prebuilds } from './tables.ts';

/**
 * Prepares no more copies; what is being prepared ends. For 24 hours, turning it on has the copies back. Succeeds if it is
 * off. @throws Forbidden, NotFound
 */
export async function endPrebuild(context: Context, input: { templateId: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const { template } = await findTemplate(tx, actor, input.templateId, { lock: true });
    const prebuild = await prebuildOf(tx, template.id);
    if (!prebuild?.on) return;
    const set = { on: false, nextAt: null, asked: null, askedAt: null, askedDetail: null };
    await tx.update(prebuilds).set(set).where(eq(prebuilds.id, prebuild.id));
    await putPreparedAway(context, tx, template.id);
    const details = { name: template.name };
    await record(tx, context, { action: 'templates.prebuild-off', targetId: template.id, details });
  });
}
