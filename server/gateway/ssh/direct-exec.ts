import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Engine, ExecRequest, ExecSession } from '../../compute/engine.ts';
import { EngineError } from '../../compute/engine-error.ts';

const SECRET_BYTES = 32;
const PORT_LINE = /^(\d{1,5})\n$/;

/**
 * Runs inside the workspace, in Perl because every Debian has it and it is there at once: tells a port, waits for the
 * one who knows the secret, and becomes the program with that connection as its input and output.
 */
const PROGRAM = `use strict;
use Socket qw(:DEFAULT IPPROTO_TCP TCP_NODELAY);
sub take {
  my ($from, $text) = ($_[0], '');
  while (length $text < ${SECRET_BYTES}) { sysread($from, $text, ${SECRET_BYTES} - length $text, length $text) or last }
  return $text;
}
my ($secret, $door, $peer) = take(*STDIN);
exit 255 if length $secret < ${SECRET_BYTES};
socket($door, PF_INET, SOCK_STREAM, 0) && bind($door, sockaddr_in(0, INADDR_LOOPBACK)) && listen($door, 1) or exit 255;
my ($port) = sockaddr_in(getsockname $door);
syswrite STDOUT, "$port\\n";
alarm 10;
while (accept($peer, $door)) {
  if (take($peer) ne $secret) { close $peer; next }
  alarm 0;
  setsockopt($peer, IPPROTO_TCP, TCP_NODELAY, 1);
  open STDIN, '<&', $peer;
  open STDOUT, '>&', $peer;
  exec @ARGV;
}
exit 255`;

/** The words before a command that let `execDirectly` reach it. */
export const DIRECT = ['perl', '-e', PROGRAM] as const;

/**
 * `exec` whose input and output don't pass through the engine, which costs more than all the rest of a large copy.
 * @param request its command runs the program by `DIRECT`. @throws EngineError when it can't be reached
 */
export async function execDirectly(
  engine: Pick<Engine, 'exec' | 'dial'>,
  containerId: string,
  request: ExecRequest,
): Promise<ExecSession> {
  const process = await engine.exec(containerId, request);
  const secret = randomBytes(SECRET_BYTES / 2).toString('hex');
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

/** What comes first, or nothing when that is the end. What comes later is read past. */
function firstOf(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.once('end', () => resolve(''));
    stream.on('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
  });
}
