import { z } from 'zod';
import { messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { SUPPORT_LIMITS } from './model.ts';

export const supportOptions = defineRead('/support', 'Where support cases go', {
  scope: 'any',
  reach: 'none',
  response: z.object({
    /** An external help desk that receives the form as it is; null: it goes to `POST /support`. */
    url: z.string().nullable(),
  }),
});

export const sendSupportCase = defineChange(
  '/support',
  'A support case as multipart/form-data: the fields of the form and up to 5 files named attachment',
  {
    scope: 'everything',
    reach: 'none',
    onBehalf: 'anyone',
    duringSetup: 1,
    whileReadOnly: true,
    upload: { maxBytes: SUPPORT_LIMITS.attachments * SUPPORT_LIMITS.attachmentBytes + 1024 * 1024 },
    response: messageSchema,
  },
);
