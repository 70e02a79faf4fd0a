import { expect, it } from 'vitest';
import { z } from 'zod';
import { withoutEmpty } from '#renderer/ui/use-api-form.ts';

const schema = z.strictObject({ name: z.string().min(1), note: z.string().optional(), tags: z.array(z.string()) });

it('leaves out optional fields that are empty and keeps required ones for their own message', () => {
  expect(withoutEmpty({ name: '', note: '', tags: [] }, schema)).toEqual({ name: '', tags: [] });
});

it('does so for a refined schema as well', () => {
  const refined = schema.refine((body) => body.name !== body.note);
  expect(withoutEmpty({ name: '', note: '', tags: ['a'] }, refined)).toEqual({ name: '', tags: ['a'] });
});
