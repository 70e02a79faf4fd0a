import { eq } from 'drizzle-orm';
import type { PrebuildInput } from '#shared/features/prebuilds/contract.ts';
import { isSshAddress } from '#shared/features/workspaces/repository-address.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { takeAttempt } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { takePreparedBack } from '../snapshots/index.ts';
import { findNewestCommit, newDeployKeyPair, parseGitUrl } from '../workspaces/index.ts';
import { findTemplate, prebuildOf, whyUnsuitable } from './access.ts';
import { nextTime } from './next-time.ts';
import { ask } from './run-job.ts';
import { prebuilds } from './tables.ts';

/**
 * Turns preparation on, or changes when it happens. The first copy is prepared at once. @throws Forbidden, NotFound,
 * Conflict if the template is none of which copies can be prepared
 */
export async function savePrebuild(context: Context, input: PrebuildInput & { templateId: string }): Promise<void> {
  const { actor, clock, db } = context;
  await refuseOwnImage(context, input.templateId);
  await db.transaction(async (tx) => {
    const { template, content } = await findTemplate(tx, actor, input.templateId, { lock: true });
    const why = whyUnsuitable(content);
    if (why !== null) throw new Conflict(why);
    const { schedule, hour, weekday, time_zone: timeZone } = input;
    const now = clock.now();
    const set = { on: true, schedule, hour, weekday, timeZone, nextAt: nextTime(input, now) };
    const there = await prebuildOf(tx, template.id);
    const id = there ? there.id : await insert(context, tx, template.id, set);
    if (there) await tx.update(prebuilds).set(set).where(eq(prebuilds.id, id));
    if (!there?.on) {
      await takePreparedBack(tx, template.id);
      await ask(tx, { id, asked: null }, 'schedule', now);
    }
    const details = { name: template.name, schedule };
    await record(tx, context, { action: 'templates.prebuild', targetId: template.id, details });
  });
}

type Set = Pick<typeof prebuilds.$inferInsert, 'on' | 'schedule' | 'hour' | 'weekday' | 'timeZone' | 'nextAt'>;

async function insert({ actor, clock, secrets }: Context, tx: Transaction, templateId: string, set: Set) {
  const { organizationId, userId } = actor;
  const { publicKey, privateKey } = newDeployKeyPair('slipway-template');
  const id = newId();
  const key = { publicKey, privateKey: secrets.seal(privateKey) };
  await tx
    .insert(prebuilds)
    .values({ ...{ id, organizationId, userId, templateId, createdAt: clock.now() }, ...key, ...set });
  return id;
}

/** As far as this machine can see the repository; what it can't see is looked at when a copy is prepared. */
async function refuseOwnImage(context: Context, templateId: string): Promise<void> {
  const { actor, config, db, secrets } = context;
  const { template, content } = await findTemplate(db, actor, templateId);
  const there = await prebuildOf(db, template.id);
  if (there?.on || content.git_url === null || whyUnsuitable(content) !== null) return;
  await takeAttempt(context, 'look-user', actor.userId);
  const { url, ref } = await parseGitUrl(content.git_url, { config }).catch(inOneSentence);
  const deployKey = there && isSshAddress(url) ? secrets.open(there.privateKey) : null;
  const newest = await findNewestCommit(context, { url, ref, deployKey });
  if (newest?.hasOwnImage) throw new Conflict(say('prebuilds.ownImage'));
}

/** The address is the template's, and no field of this form. @throws Conflict */
function inOneSentence(error: unknown): never {
  if (error instanceof ValidationError) throw new Conflict(Object.values(error.fields).join(' '));
  throw error;
}
