import type { SupportCase } from '#shared/features/support/model.ts';
import type { MailContent } from '../layout.ts';

interface SupportCaseMailInput extends SupportCase {
  to: string;
  user_id: string;
  user_name: string;
  organization_id: string;
  organization_name: string;
}

/** To the operator, unchanged. */
export function supportCaseMail({ to, description, ...input }: SupportCaseMailInput): MailContent {
  const from = `${input.first_name} ${input.last_name} <${input.email}>`;
  const context = [
    `User: ${input.user_name} (${input.user_id})`,
    `Organization: ${input.organization_name} (${input.organization_id})`,
    `Page: ${input.ticket_url}`,
  ];
  return {
    to,
    subject: `[${input.classification}] ${input.subject}`,
    greeting: `${from} writes:`,
    paragraphs: [...description.split(/\n{2,}/), ...context],
  };
}
