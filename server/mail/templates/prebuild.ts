import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

/** To those who manage a template, when a copy of it can't be prepared any more. */
export function prebuildFailedMail(input: {
  to: string;
  firstName: string;
  name: string;
  /** Why, in sentences. */
  detail: string;
  url: string;
}): MailContent {
  const { to, firstName, name, detail, url } = input;
  return {
    to,
    greeting: say('mail.greeting', { firstName }),
    subject: say('mail.prebuild.failedSubject', { name }),
    paragraphs: [say('mail.prebuild.failed', { name }), ...detail.split('\n')],
    action: { label: say('mail.prebuild.view'), url },
  };
}
