import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockOn, whyUnsuitable } from './access.ts';
import { ask } from './run-job.ts';

/** Prepares a copy even of a commit that has one; two requests before it begins are one. @throws Forbidden, NotFound, Conflict */
export async function prepareNow(context: Context, input: { templateId: string }): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { template, content, prebuild } = await lockOn(tx, context, input.templateId);
    const why = whyUnsuitable(content);
    if (why !== null) throw new Conflict(why);
    await ask(tx, prebuild, 'hand', context.clock.now());
    const details = { name: template.name };
    await record(tx, context, { action: 'templates.prepare', targetId: template.id, details });
  });
}
