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
    subject: 'You are invited to the Slipway beta',
    greeting: 'Hello,',
    paragraphs: [
      'You are invited to the beta programme of Slipway, development environments in the cloud.',
      ...(credit
        ? [
            `Your account starts with ${credit} of credit. A card is asked for during the set-up; it is charged only when the credit is used up.`,
          ]
        : []),
    ],
    action: { label: 'Sign up', url },
    footnote: 'The invitation is for this address only. If you did not expect it, nothing needs to be done.',
  };
}
