import { z } from 'zod';
import { oneLine } from '../../api/one-line.ts';
import { longText, nameText } from '../../api/text.ts';

export const CLASSIFICATIONS = ['question', 'bug', 'suggestion', 'others'] as const;

/** Lengths in characters, sizes in bytes. */
export const SUPPORT_LIMITS = {
  name: 120,
  email: 120,
  subject: 255,
  description: 3000,
  attachments: 5,
  attachmentBytes: 20 * 1024 * 1024,
} as const;

/** The support form's text; the attachments come beside it. */
export const supportCase = z.strictObject({
  first_name: nameText(SUPPORT_LIMITS.name),
  last_name: nameText(SUPPORT_LIMITS.name),
  email: z.email('validation.email').max(SUPPORT_LIMITS.email, 'validation.long'),
  classification: z.enum(CLASSIFICATIONS),
  /** On one line, as mails need it. */
  subject: z.string().overwrite(oneLine).min(1, 'validation.required').max(SUPPORT_LIMITS.subject, 'validation.long'),
  description: longText(SUPPORT_LIMITS.description),
  /** The page the person was on. */
  ticket_url: z.string().max(2000),
});
export type SupportCase = z.infer<typeof supportCase>;
