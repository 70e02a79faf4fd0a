import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

interface ShareInvite {
  to: string;
  name: string;
  inviter: string;
  organization: string;
  /** The inviter's own message. */
  message: string | null;
  url: string;
}

export function shareMail({ to, name, inviter, organization, message, url }: ShareInvite): MailContent {
  return {
    to,
    subject: say('mail.share.subject', { inviter }),
    greeting: say('mail.greeting', { firstName: name }),
    paragraphs: [
      say('mail.share.intro', { inviter, organization }),
      ...(message ? [`“${message}”`] : []),
      say('mail.share.credit'),
    ],
    action: { label: say('mail.signUp'), url },
    footnote: say('mail.share.why', { inviter }),
  };
}
