import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_BYTES = 1024 * 1024;
const KEPT = 3;

/**
 * Writes lines to a file, which is put aside as `….1`, `….2` and so on when it gets too large. A full or read-only disk
 * costs log lines and nothing else.
 */
export function logToFile(file: string, maxBytes = MAX_BYTES): (line: string) => void {
  let size = sizeOf(file);
  return (line) => {
    const bytes = Buffer.byteLength(line) + 1;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      if (size > 0 && size + bytes > maxBytes) {
        putAside(file);
        size = 0;
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
      size += bytes;
    } catch {
      // There is nowhere left to say so.
    }
  };
}

function putAside(file: string): void {
  rmSync(`${file}.${KEPT}`, { force: true });
  for (let number = KEPT - 1; number >= 0; number -= 1) {
    const from = number === 0 ? file : `${file}.${number}`;
    if (sizeOf(from) > 0) renameSync(from, `${file}.${number + 1}`);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
