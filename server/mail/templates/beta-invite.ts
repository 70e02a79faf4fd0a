import { say } from '../../platform/say.ts';
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
    subject: say('mail.betaInvite.subject'),
    greeting: say('mail.betaInvite.greeting'),
    paragraphs: [say('mail.betaInvite.intro'), ...(credit ? [say('mail.betaInvite.credit', { amount: credit })] : [])],
    action: { label: say('mail.signUp'), url },
    footnote: say('mail.betaInvite.ignore'),
  };
}
