import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

/** To the owner, some days before a host is removed with everything on it. */
export function hostRemovalMail(input: {
  to: string;
  firstName: string;
  hostName: string;
  /** In the reader's language. */
  day: string;
  url: string;
}): MailContent {
  const { day } = input;
  return {
    to: input.to,
    greeting: say('mail.greeting', { firstName: input.firstName }),
    subject: say('mail.hostRemoval.subject', { name: input.hostName, day }),
    paragraphs: [say('mail.hostRemoval.intro', { day, name: input.hostName }), say('mail.hostRemoval.advice')],
    action: { label: say('mail.hostRemoval.viewHost'), url: input.url },
  };
}
