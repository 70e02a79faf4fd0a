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
  const how = isNew
    ? `Your username is ${username}. Choose a password to get started.`
    : 'You already have an account. Log in as usual to join.';
  return {
    to,
    subject: `${inviter} has invited you to join ${organization} on Slipway`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${inviter} has invited you to join ${organization} on Slipway, development environments in the cloud.`,
      how,
    ],
    action: { label: isNew ? 'Choose a password' : 'Accept the invitation', url },
    footnote: 'The link works once and expires in seven days. If you weren’t expecting it, you can ignore this email.',
  };
}
