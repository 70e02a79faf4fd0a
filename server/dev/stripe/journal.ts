import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Past this the file is written anew from what is current. */
const COMPACT_AT_BYTES = 8_000_000;

/**
 * A file of JSON lines: everything, then one line for each set of changes, flushed before `append` returns. A line that a
 * crash cut short is left out, so that each set of changes is there as a whole or not at all.
 */
export class Journal {
  readonly #file: string;
  #handle: number | null = null;
  #bytes = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws SyntaxError for a file that is damaged before its last line. */
  read(): unknown[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // What follows the last newline is nothing, or a line that was cut short.
    return lines.slice(0, -1).map((line): unknown => JSON.parse(line));
  }

  /** Time to `rewrite`. */
  get isLong(): boolean {
    return this.#bytes > COMPACT_AT_BYTES;
  }

  append(changes: object): void {
    if (this.#handle === null) throw new Error('The journal is not open.');
    // A line that could not be written whole (disk full) must not be followed by another: the next time all is rewritten.
    const before = this.#bytes;
    this.#bytes = Number.POSITIVE_INFINITY;
    this.#bytes = before + write(this.#handle, changes);
  }

  /** Puts a new file in the place of the old one, which stays whole until the new one is. */
  rewrite(everything: object): void {
    this.close();
    mkdirSync(dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.tmp`;
    const handle = openSync(temporary, 'w', 0o600);
    write(handle, everything);
    renameSync(temporary, this.#file);
    this.#handle = handle;
    this.#bytes = 0;
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}

function write(handle: number, value: object): number {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  let written = 0;
  while (written < line.length) written += writeSync(handle, line, written);
  fsyncSync(handle);
  return written;
}
