import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

/** To whoever began a task, while its copy is still there. */
export function taskExpiryMail(input: {
  to: string;
  firstName: string;
  title: string;
  /** In the reader's language. */
  time: string;
  url: string;
}): MailContent {
  const { to, firstName, title, time, url } = input;
  return {
    to,
    greeting: say('mail.greeting', { firstName }),
    subject: say('mail.task.expirySubject', { title }),
    paragraphs: [say('mail.task.expiry', { title, time })],
    action: { label: say('mail.task.view'), url },
  };
}
