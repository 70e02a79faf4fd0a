import { randomBytes } from 'node:crypto';
import type { Duplex, Readable } from 'node:stream';
import type { Engine, ExecRequest, ExecSession } from '../../compute/engine.ts';
import { EngineError } from '../../compute/engine-error.ts';
import { DOOR, SECRET_BYTES, TAKE } from './perl.ts';

const PORT_LINE = /^(\d{1,5})\n$/;

/**
 * Runs inside the workspace: prints a port, waits for the client with the secret, and becomes the program with that
 * connection as its input and output.
 */
const PROGRAM = `use strict;
${TAKE}
${DOOR}
my $secret = take(*STDIN);
exit 255 if length $secret < ${SECRET_BYTES};
my $peer = door($secret, "%d\\n");
open STDIN, '<&', $peer;
open STDOUT, '>&', $peer;
exec @ARGV;`;

/** Prefix for a command that `execDirectly` can reach. */
export const DIRECT = ['perl', '-e', PROGRAM] as const;

/** Input and output are one connection, which either side can half-close. */
export type DirectSession = ExecSession & { stdin: Duplex; stdout: Duplex };

/**
 * `exec` whose input and output bypass the engine, which would cost more than everything else in a large copy.
 * @param request its command runs the program by `DIRECT`. @throws EngineError if it can't be reached
 */
export async function execDirectly(
  engine: Pick<Engine, 'exec' | 'dial'>,
  containerId: string,
  request: ExecRequest,
): Promise<DirectSession> {
  const process = await engine.exec(containerId, request);
  const secret = newSecret();
  try {
    process.stdin.on('error', () => undefined).end(secret);
    const port = PORT_LINE.exec(await firstOf(process.stdout))?.[1];
    if (!port) throw new EngineError('other', 'the program told no port');
    const stream = await engine.dial(containerId, Number(port));
    stream.write(secret);
    return { ...process, stdin: stream, stdout: stream };
  } catch (error) {
    process.kill('KILL').catch(() => undefined);
    throw error;
  }
}

/** Hex digits, `SECRET_BYTES` of them. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES / 2).toString('hex');
}

/** The first bytes, or nothing if the stream ended. Later data is drained. */
function firstOf(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.once('end', () => resolve(''));
    stream.on('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
  });
}
