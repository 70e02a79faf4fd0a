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
    ? `Your username is ${username}. Choose a password, and you are in.`
    : 'You have an account already: log in as always, and you are in.';
  return {
    to,
    subject: `${inviter} invites you to ${organization} on Slipway`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${inviter} invites you to work with ${organization} on Slipway, in development environments in the cloud.`,
      how,
    ],
    action: { label: isNew ? 'Choose a password' : 'Accept the invitation', url },
    footnote: 'The link works once, for seven days. If you did not expect it, nothing needs to be done.',
  };
}
