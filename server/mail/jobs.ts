import { sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { refuseLostLock } from '../platform/held-locks.ts';
import { addJob } from '../platform/jobs.ts';
import type { SecretBox } from '../platform/secrets.ts';
import { composeMail, type MailContent } from './layout.ts';
import type { Mail, Mailer } from './mailer.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** A whole mail, encrypted: its links are keys, and jobs are stored in the database. */
    'mail.send': { sealed: string };
  }
}

/** Retries for about a day before giving up. */
const MAX_ATTEMPTS = 13;

/** The language chosen by the person with this address; null if they haven't, or have no account. */
async function localeOf(executor: Executor, email: string): Promise<string | null> {
  const [user] = await executor.execute<{ locale: string | null }>(
    sql`select locale from users where lower(email) = lower(${email})`,
  );
  return user?.locale ?? null;
}

/** Sends a mail once the executor's transaction commits, with retries until the mail server takes it. */
export async function queueMail(
  dependencies: { secrets: SecretBox },
  executor: Executor,
  content: MailContent,
): Promise<void> {
  const locale = (await localeOf(executor, content.to)) ?? content.locale ?? null;
  const sealed = dependencies.secrets.seal(JSON.stringify(composeMail(content, locale)));
  await addJob(executor, 'mail.send', { sealed }, { maxAttempts: MAX_ATTEMPTS });
}

/** The handlers of this folder's jobs. */
export function mailJobs(dependencies: { secrets: SecretBox; mailer: Mailer }) {
  return {
    'mail.send': async ({ sealed }: { sealed: string }): Promise<void> => {
      refuseLostLock();
      await dependencies.mailer.send(JSON.parse(dependencies.secrets.open(sealed)) as Mail);
    },
  };
}
