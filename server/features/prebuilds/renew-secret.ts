import { eq } from 'drizzle-orm';
import { newToken } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockOn } from './access.ts';
import { prebuilds } from './tables.ts';
import { webhookUrl } from './webhook-url.ts';

/** @returns the new secret, which is shown this once @throws Forbidden, NotFound, Conflict */
export async function renewSecret(
  context: Context,
  input: { templateId: string },
): Promise<{ webhook_url: string; secret: string }> {
  const { config, db, secrets } = context;
  const secret = newToken();
  return db.transaction(async (tx) => {
    const { template, prebuild } = await lockOn(tx, context, input.templateId);
    await tx
      .update(prebuilds)
      .set({ webhookSecret: secrets.seal(secret) })
      .where(eq(prebuilds.id, prebuild.id));
    const details = { name: template.name };
    await record(tx, context, { action: 'templates.prebuild-secret', targetId: template.id, details });
    return { webhook_url: webhookUrl(config, prebuild.id), secret };
  });
}
