import type { Readable } from 'node:stream';
import { eachLine } from './each-line.ts';
import type { Engine, ExecResult } from './engine.ts';
import { EngineError } from './engine-error.ts';

const TIMEOUT_MS = 60_000;
const EXEC_TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 ** 20;

/** `run` on top of `exec`: input in, output collected, the process killed at the time limit. */
export function dockerRun({ exec }: Pick<Engine, 'exec'>): Pick<Engine, 'run'> {
  return {
    async run(ref, { input, onOutput, maxBytes = MAX_BYTES, ...request }, { timeoutMs = TIMEOUT_MS } = {}) {
      const session = await exec(ref, request, { timeoutMs: Math.min(timeoutMs, EXEC_TIMEOUT_MS) });
      if (onOutput) {
        void eachLine(session.stdout, onOutput);
        void eachLine(session.stderr, onOutput);
      }
      const stdout = collect(session.stdout, maxBytes);
      const stderr = collect(session.stderr, maxBytes);
      session.stdin.on('error', () => undefined);
      session.stdin.end(input ?? '');

      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          session.kill('KILL').catch(() => undefined);
          reject(new EngineError('timeout', `${request.command[0]} in ${ref} did not end within ${timeoutMs} ms`));
        }, timeoutMs);
      });
      try {
        const exitCode = await Promise.race([session.exitCode, timeout]);
        return { exitCode, stdout: stdout(), stderr: stderr() } satisfies ExecResult;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Keeps the last `maxBytes`. */
function collect(stream: Readable, maxBytes: number): () => string {
  let chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > 2 * maxBytes) {
      chunks = [Buffer.concat(chunks).subarray(-maxBytes)];
      size = maxBytes;
    }
  });
  stream.on('error', () => undefined);
  return () => Buffer.concat(chunks).subarray(-maxBytes).toString('utf8');
}
