import { and, eq, isNull } from 'drizzle-orm';
import { queueMail, taskExpiryMail } from '../../mail/index.ts';
import { DAY } from '../../platform/clock.ts';
import { timeIn } from '../../platform/translate.ts';
import type { Dependencies } from '../context.ts';
import { memberships, users } from '../people/tables.ts';
import type { TaskRecord } from './access.ts';
import { tasks } from './tables.ts';

/** A day before, or for the last third of a shorter life. */
const warnsAt = ({ createdAt, expiresAt }: TaskRecord) =>
  new Date(expiresAt.getTime() - Math.min(DAY, (expiresAt.getTime() - createdAt.getTime()) / 3));

/** Tells whoever began it, once, that its copy will be deleted. */
export async function warnOfExpiry(dependencies: Dependencies, task: TaskRecord): Promise<void> {
  const { clock, config, db } = dependencies;
  const now = clock.now();
  if (task.expiryToldAt || now < warnsAt(task)) return;
  await db.transaction(async (tx) => {
    const [told] = await tx
      .update(tasks)
      .set({ expiryToldAt: now })
      .where(and(eq(tasks.id, task.id), isNull(tasks.expiryToldAt)))
      .returning({ id: tasks.id });
    if (!told) return;
    const [user] = await tx
      .select({ to: users.email, firstName: users.firstName, locale: users.locale })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(
        and(
          eq(users.id, task.userId),
          eq(users.status, 'active'),
          eq(memberships.organizationId, task.organizationId),
          eq(memberships.status, 'active'),
        ),
      );
    if (!user) return;
    const { locale, ...whom } = user;
    const url = `${config.publicUrl}/tasks/${task.id}`;
    const time = timeIn(locale, task.expiresAt);
    await queueMail(dependencies, tx, taskExpiryMail({ ...whom, title: task.title, time, url }));
  });
}
