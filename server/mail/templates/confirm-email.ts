import { composeMail } from '../layout.ts';
import type { Mail } from '../mailer.ts';

export function confirmEmailMail(input: { to: string; firstName: string; url: string }): Mail {
  return composeMail({
    to: input.to,
    subject: 'Confirm your email address',
    greeting: `Welcome to Slipway, ${input.firstName}.`,
    paragraphs: [
      'Please confirm that this is your email address. We use it for invoices and for resetting your password.',
    ],
    action: { label: 'Confirm email address', url: input.url },
    footnote: 'If you did not sign up, you can ignore this mail.',
  });
}
