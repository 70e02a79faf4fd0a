import { z } from 'zod';

/** Where commands of tools begin: the project, else the home folder. */
export const IN_PROJECT = 'cd ~/project 2>/dev/null || cd ~';

/** Text that can be a word of a command: everything but what no program can be given. */
export const shellText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !text.includes('\0'), 'This can’t contain a NUL.');

const NOT_IN_PATHS = /\p{Cc}/u;

/** A path in the workspace. */
export const pathField = z
  .string()
  .min(1)
  .max(1024)
  .refine((text) => !NOT_IN_PATHS.test(text), 'A path can’t contain control characters.')
  .describe('From the project folder, or absolute');

/** One word for a shell. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
