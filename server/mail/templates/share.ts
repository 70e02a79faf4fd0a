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
    subject: `${inviter} invites you to try Slipway`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `${inviter} of ${organization} works with Slipway, development environments in the cloud, and thinks that you would like it.`,
      ...(message ? [`“${message}”`] : []),
      'Sign up with the link, and you start with $5 of credit.',
    ],
    action: { label: 'Sign up', url },
    footnote: `You get this mail because ${inviter} gave us your address. We don't write to it again by ourselves.`,
  };
}
