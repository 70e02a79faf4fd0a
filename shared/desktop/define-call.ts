import type { z } from 'zod';

/** One call a page can make to the desktop app. Both sides are typed from it; the main process validates with it. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

/** Declares a call and keeps its exact types. */
export function defineCall<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output } satisfies Call<Input, Output>;
}
