import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

interface Invite {
  to: string;
  firstName: string;
  username: string;
  inviter: string;
  organization: string;
  url: string;
  /** They have no account yet. */
  isNew: boolean;
}

export function inviteMail({ to, firstName, username, inviter, organization, url, isNew }: Invite): MailContent {
  const how = isNew ? say('mail.invite.newAccount', { username }) : say('mail.invite.existingAccount');
  return {
    to,
    subject: say('mail.invite.subject', { inviter, organization }),
    greeting: say('mail.greeting', { firstName }),
    paragraphs: [say('mail.invite.intro', { inviter, organization }), how],
    action: { label: isNew ? say('mail.invite.choosePassword') : say('mail.invite.accept'), url },
    footnote: say('mail.invite.linkOnce'),
  };
}
