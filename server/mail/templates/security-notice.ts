import type { MailContent } from '../layout.ts';

/** @param input.what a sentence, such as 'Two-factor was turned off for your account.' */
export function securityNoticeMail(input: { to: string; firstName: string; what: string; url: string }): MailContent {
  return {
    to: input.to,
    subject: 'A change to how you sign in',
    greeting: `Hello ${input.firstName},`,
    paragraphs: [
      input.what,
      'If that was you, nothing needs to be done. If it was not, change your password and look through My Profile now.',
    ],
    action: { label: 'Open My Profile', url: input.url },
  };
}
