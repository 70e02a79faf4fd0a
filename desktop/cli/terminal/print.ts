import pc from 'picocolors';
import { oneLine } from '#shared/api/one-line.ts';

const coloured = (stream: NodeJS.WriteStream) =>
  Boolean(stream.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Colours of the result, and those of what is said beside it. */
export const colours = pc.createColors(coloured(process.stdout));
export const noteColours = pc.createColors(coloured(process.stderr));

/** Can the person be asked? Both ends must be a terminal. */
export const isInteractive = () => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** A name or sentence from a server, on one line and without anything a terminal would obey. */
export const plain = oneLine;

/** A line of the result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Progress, and what to do next: not part of the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** JSON escapes only ASCII's control characters itself. */
const OBEYED = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The contract's own shape, for programs. */
export function printJson(value: unknown): void {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  print(JSON.stringify(value, null, 2).replace(OBEYED, escaped));
}
