import type { MailContent } from '../layout.ts';

/** @param input.what a sentence, such as 'Two-factor authentication was turned off for your account.' */
export function securityNoticeMail(input: { to: string; firstName: string; what: string; url: string }): MailContent {
  return {
    to: input.to,
    subject: 'Your login settings changed',
    greeting: `Hello ${input.firstName},`,
    paragraphs: [
      input.what,
      'If this was you, you don’t need to do anything. If it wasn’t, change your password and review My Profile now.',
    ],
    action: { label: 'Open My Profile', url: input.url },
  };
}
