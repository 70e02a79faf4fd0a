import { EXIT, Failure } from '../failure.ts';
import { isInteractive } from './print.ts';

/** The prompt is no part of the result. */
const context = { output: process.stderr };

/** @throws Failure where nobody can answer; `hint` names the option that says it */
export async function confirm(message: string, hint: string): Promise<boolean> {
  mustBeInteractive(message, hint);
  const { confirm: ask } = await import('./prompts.ts');
  return ask({ message, default: false }, context);
}

/** One of several. @throws as `confirm` */
export async function choose(
  message: string,
  choices: readonly { value: string; name: string }[],
  hint: string,
): Promise<string> {
  mustBeInteractive(message, hint);
  const { select } = await import('./prompts.ts');
  return select({ message, choices: [...choices] }, context);
}

/** What is typed is never shown. @returns what was typed, at least one character */
export async function secretly(message: string): Promise<string> {
  const { password } = await import('./prompts.ts');
  return password({ message, mask: true, validate: (typed) => typed !== '' || 'Type a value.' }, context);
}

function mustBeInteractive(message: string, hint: string): void {
  if (!isInteractive()) throw new Failure(EXIT.usage, `${message} There’s no terminal to answer at.`, hint);
}
