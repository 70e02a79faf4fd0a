import { z } from 'zod';

/** One thing to choose: what is sent, and what is shown. */
export const option = z.object({ value: z.string(), text: z.string() });
export type Option = z.infer<typeof option>;

/** The answer of a route that lists what there is to choose from. */
export const optionList = z.object({ items: z.array(option) });
