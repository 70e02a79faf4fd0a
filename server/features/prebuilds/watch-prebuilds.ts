import { and, eq, exists, gt, isNotNull, isNull, lte, notExists, or } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import type { Dependencies } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { endPrepared } from '../snapshots/index.ts';
import { templates } from '../templates/tables.ts';
import { requestRun } from './run-job.ts';
import { prebuildRuns, prebuilds } from './tables.ts';

/** Asks for the copies that are due, and removes those of templates that have changed or are gone. */
export async function watchPrebuilds({ clock, db }: Dependencies): Promise<void> {
  const now = clock.now();
  const running = db
    .select({ id: prebuildRuns.id })
    .from(prebuildRuns)
    .where(and(eq(prebuildRuns.prebuildId, prebuilds.id), eq(prebuildRuns.state, 'running')));
  const due = or(lte(prebuilds.nextAt, now), and(isNotNull(prebuilds.asked), lte(prebuilds.askedAt, now)));
  // One that is still at work isn't disturbed; one that died is begun again.
  const which = and(eq(prebuilds.on, true), or(due, exists(running)));
  for (const { id } of await db.select({ id: prebuilds.id }).from(prebuilds).where(which)) await requestRun(db, id);
  const there = db
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        eq(templates.id, snapshots.templateId),
        eq(templates.version, snapshots.templateVersion),
        or(isNull(templates.deletedAt), gt(templates.deletedAt, keptSince(now))),
      ),
    );
  await endPrepared({ clock }, db, and(isNotNull(snapshots.templateId), notExists(there)));
}
