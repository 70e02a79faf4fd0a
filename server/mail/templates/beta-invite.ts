import type { MailContent } from '../layout.ts';

interface BetaInvite {
  to: string;
  /** In whole dollars as text, such as $25; null without a coupon. */
  credit: string | null;
  url: string;
}

export function betaInviteMail({ to, credit, url }: BetaInvite): MailContent {
  return {
    to,
    subject: 'You’re invited to the Slipway beta',
    greeting: 'Hello,',
    paragraphs: [
      'You’re invited to the beta programme of Slipway, development environments in the cloud.',
      ...(credit
        ? [
            `Your account starts with ${credit} in credit. We ask for a card during setup and only charge it once the credit is used up.`,
          ]
        : []),
    ],
    action: { label: 'Sign up', url },
    footnote: 'This invitation is for this address only. If you weren’t expecting it, you can ignore it.',
  };
}
