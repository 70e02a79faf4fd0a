import { randomBytes } from 'node:crypto';
import type { Duplex, Readable } from 'node:stream';
import type { Engine, ExecRequest, ExecSession } from '../../compute/engine.ts';
import { EngineError } from '../../compute/engine-error.ts';
import { DOOR, SECRET_BYTES, TAKE } from './perl.ts';

const PORT_LINE = /^(\d{1,5})\n$/;

/** Runs inside the workspace: tells a port, waits for the one who knows the secret, and becomes the program with that connection as its input and output. */
const PROGRAM = `use strict;
${TAKE}
${DOOR}
my $secret = take(*STDIN);
exit 255 if length $secret < ${SECRET_BYTES};
my $peer = door($secret, "%d\\n");
open STDIN, '<&', $peer;
open STDOUT, '>&', $peer;
exec @ARGV;`;

/** The words before a command that let `execDirectly` reach it. */
export const DIRECT = ['perl', '-e', PROGRAM] as const;

/** Its input and output are one connection, which either side can half-close. */
export type DirectSession = ExecSession & { stdin: Duplex; stdout: Duplex };

/**
 * `exec` whose input and output don't pass through the engine, which costs more than all the rest of a large copy.
 * @param request its command runs the program by `DIRECT`. @throws EngineError when it can't be reached
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

/** Of `SECRET_BYTES`. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES / 2).toString('hex');
}

/** What comes first, or nothing when that is the end. What comes later is read past. */
function firstOf(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.once('end', () => resolve(''));
    stream.on('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
  });
}
