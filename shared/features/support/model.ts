import { z } from 'zod';

export const CLASSIFICATIONS = ['question', 'bug', 'suggestion', 'others'] as const;

/** spec/2 §5. Lengths in characters, sizes in bytes. */
export const SUPPORT_LIMITS = {
  name: 120,
  email: 120,
  subject: 255,
  description: 3000,
  attachments: 5,
  attachmentBytes: 20 * 1024 * 1024,
} as const;

const required = (max: number) => z.string().trim().min(1, 'validation.required').max(max, 'validation.long');

/** What a person writes into the support form; the attachments come beside it. */
export const supportCase = z.strictObject({
  first_name: required(SUPPORT_LIMITS.name),
  last_name: required(SUPPORT_LIMITS.name),
  email: z.email('validation.email').max(SUPPORT_LIMITS.email, 'validation.long'),
  classification: z.enum(CLASSIFICATIONS),
  subject: required(SUPPORT_LIMITS.subject),
  description: z.string().trim().max(SUPPORT_LIMITS.description, 'validation.long'),
  /** The page that the person was on. */
  ticket_url: z.string().max(2000),
});
export type SupportCase = z.infer<typeof supportCase>;
