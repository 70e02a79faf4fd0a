import { sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { addJob } from '../platform/jobs.ts';
import type { SecretBox } from '../platform/secrets.ts';
import { composeMail, type MailContent } from './layout.ts';
import type { Mail, Mailer } from './mailer.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** A whole mail, sealed: links in it are keys, and jobs lie in the database. */
    'mail.send': { sealed: string };
  }
}

/** Tries again for about a day before a mail is given up. */
const MAX_ATTEMPTS = 13;

/** The language that whoever has this address chose; null for somebody who has not, or has no account. */
async function localeOf(executor: Executor, email: string): Promise<string | null> {
  const [user] = await executor.execute<{ locale: string | null }>(
    sql`select locale from users where lower(email) = lower(${email})`,
  );
  return user?.locale ?? null;
}

/** Sends a mail once the executor's transaction commits, again and again until the mail server takes it. */
export async function queueMail(
  services: { secrets: SecretBox },
  executor: Executor,
  content: MailContent,
): Promise<void> {
  const locale = (await localeOf(executor, content.to)) ?? content.locale ?? null;
  const sealed = services.secrets.seal(JSON.stringify(composeMail(content, locale)));
  await addJob(executor, 'mail.send', { sealed }, { maxAttempts: MAX_ATTEMPTS });
}

/** The handlers of this folder's jobs. */
export function mailJobs(services: { secrets: SecretBox; mailer: Mailer }) {
  return {
    'mail.send': async ({ sealed }: { sealed: string }): Promise<void> => {
      await services.mailer.send(JSON.parse(services.secrets.open(sealed)) as Mail);
    },
  };
}
