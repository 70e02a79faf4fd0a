import { type Duplex, Readable } from 'node:stream';
import { EngineError } from './engine-error.ts';

const HEADER_BYTES = 8;
const STDERR = 2;

/**
 * Splits Docker's attach stream (8-byte header: stream, three zeros, length) into stdout and stderr. If either is full,
 * the connection pauses; dockerode's own splitter has no back-pressure.
 */
export function demultiplex(connection: Duplex): { stdout: Readable; stderr: Readable } {
  const resume = () => connection.resume();
  const stdout = new Readable({ read: resume });
  const stderr = new Readable({ read: resume });
  let header = Buffer.alloc(0);
  let target = stdout;
  let left = 0;

  connection.on('data', (chunk: Buffer) => {
    let open = true;
    let at = 0;
    while (at < chunk.length) {
      if (left === 0) {
        const part = chunk.subarray(at, at + HEADER_BYTES - header.length);
        header = Buffer.concat([header, part]);
        at += part.length;
        if (header.length < HEADER_BYTES) break;
        target = header[0] === STDERR ? stderr : stdout;
        left = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const part = chunk.subarray(at, at + left);
      at += part.length;
      left -= part.length;
      if (!target.push(part)) open = false;
    }
    if (!open) connection.pause();
  });
  endWith(connection, [stdout, stderr]);
  return { stdout, stderr };
}

/** A terminal's output: all of it is stdout. */
export function undivided(connection: Duplex): { stdout: Readable; stderr: Readable } {
  const stdout = new Readable({ read: () => connection.resume() });
  const stderr = new Readable({ read: () => undefined });
  stderr.resume();
  connection.on('data', (chunk: Buffer) => {
    if (!stdout.push(chunk)) connection.pause();
  });
  endWith(connection, [stdout, stderr]);
  return { stdout, stderr };
}

function endWith(connection: Duplex, outputs: Readable[]): void {
  connection.once('end', () => {
    for (const output of outputs) output.push(null);
  });
  const fail = (cause?: unknown) => {
    if (connection.readableEnded) return;
    for (const output of outputs) {
      output.destroy(new EngineError('unreachable', 'the connection to the engine was cut', { cause }));
    }
  };
  connection.on('error', fail);
  connection.on('close', () => fail());
}

/** The text of a whole attach stream, both streams in order; a terminal's output (no headers) is returned as it is. */
export function splitOutput(output: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= output.length) {
    if ((output[at] ?? 0) > STDERR || output.readUIntBE(at + 1, 3) !== 0) return output;
    const length = output.readUInt32BE(at + 4);
    parts.push(output.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length));
    at += HEADER_BYTES + length;
  }
  return Buffer.concat(parts);
}
