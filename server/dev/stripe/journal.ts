import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Beyond this size the file is rewritten with only current rows. */
const COMPACT_AT_BYTES = 8_000_000;

/**
 * A file of JSON lines: everything, then one line per set of changes, flushed before `append` returns. A line cut short
 * by a crash is ignored, so each set of changes is there as a whole or not at all.
 */
export class Journal {
  readonly #file: string;
  #handle: number | null = null;
  #bytes = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws SyntaxError for a file damaged before its last line */
  read(): unknown[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // Nothing follows the last newline, or a line that was cut short.
    return lines.slice(0, -1).map((line): unknown => JSON.parse(line));
  }

  /** Time to `rewrite`. */
  get isLong(): boolean {
    return this.#bytes > COMPACT_AT_BYTES;
  }

  append(changes: object): void {
    if (this.#handle === null) throw new Error('The journal is not open.');
    // Nothing may follow a line that couldn't be written whole (disk full): next time, rewrite everything.
    const before = this.#bytes;
    this.#bytes = Number.POSITIVE_INFINITY;
    this.#bytes = before + write(this.#handle, changes);
  }

  /** Replaces the file atomically. */
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
