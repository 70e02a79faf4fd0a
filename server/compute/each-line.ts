import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Longer lines are passed on in pieces: a program may print for hours without ending one. */
const LONGEST_LINE = 2 ** 20;

/**
 * Passes on each line, and resolves at the end, even if the stream broke: that is for whoever waits for its end.
 * (readline would throw to nobody, and remember a line of any length.)
 */
export function eachLine(input: NodeJS.ReadableStream, tell: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  input.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split(/\r\n|[\r\n]/);
    rest = lines.pop() ?? '';
    for (const line of lines) tell(line);
    if (rest.length < LONGEST_LINE) return;
    tell(rest);
    rest = '';
  });
  return new Promise((resolve) => {
    finished(input as Readable, () => {
      if (rest) tell(rest);
      resolve();
    });
  });
}
