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
    subject: `${inviter} has invited you to try Slipway`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `${inviter} from ${organization} uses Slipway, development environments in the cloud, and thinks you’d like it too.`,
      ...(message ? [`“${message}”`] : []),
      'Sign up with this link to start with $5 in credit.',
    ],
    action: { label: 'Sign up', url },
    footnote: `You’re receiving this email because ${inviter} gave us your address. We won’t email you again on our own.`,
  };
}
