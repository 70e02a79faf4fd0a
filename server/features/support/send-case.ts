import { eq } from 'drizzle-orm';
import { issueMessage } from '#shared/api/issue-message.ts';
import { type SupportCase, supportCase } from '#shared/features/support/model.ts';
import { composeMail, supportCaseMail } from '../../mail/index.ts';
import { Unavailable, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { takeAttempt } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { organizations, users } from '../people/tables.ts';
import { readForm } from './read-form.ts';

/**
 * Mails a support case with its attachments to the operator, at once: files this large don't wait in a queue.
 * @throws ValidationError, TooManyRequests, Unavailable if the mail server refuses it
 */
export async function sendCase(context: Context, request: Request): Promise<void> {
  const { actor, db, config, mailer, log } = context;
  await takeAttempt(context, 'support-user', actor.userId);
  const form = await readForm(request);
  try {
    const written = validate(form.fields);
    const [sender] = await db
      .select({ username: users.username, organizationName: organizations.name })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, actor.organizationId))
      .where(eq(users.id, actor.userId));
    const mail = supportCaseMail({
      ...written,
      to: config.supportEmail ?? config.mailFrom,
      user_id: actor.userId,
      user_name: sender?.username ?? '',
      organization_id: actor.organizationId,
      organization_name: sender?.organizationName ?? '',
    });
    await mailer
      .send({ ...composeMail(mail), replyTo: written.email, attachments: form.attachments })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a support case could not be mailed');
        throw new Unavailable(say('support.notSent'));
      });
    const details = { classification: written.classification, attachments: form.attachments.length };
    await db.transaction((tx) => record(tx, context, { action: 'support.send', targetId: actor.userId, details }));
  } finally {
    await form.dispose();
  }
}

function validate(fields: Record<string, string>): SupportCase {
  const parsed = supportCase.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new ValidationError(
    Object.fromEntries(
      parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issueMessage(issue, fields)]),
    ),
  );
}
