import type { MailContent } from '../layout.ts';

export function confirmEmailMail(input: { to: string; firstName: string; url: string }): MailContent {
  return {
    to: input.to,
    subject: 'Confirm your email address',
    greeting: `Welcome to Slipway, ${input.firstName}.`,
    paragraphs: ['Please confirm your email address. We use it for invoices and password resets.'],
    action: { label: 'Confirm email address', url: input.url },
    footnote: 'If you didn’t sign up, you can ignore this email.',
  };
}
