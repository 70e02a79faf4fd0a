import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Engine } from '../../compute/engine.ts';
import { EngineError } from '../../compute/engine-error.ts';
import { DIRECT, execDirectly } from './direct-exec.ts';
import { RELAY } from './perl.ts';

/** The kernel's limit. */
const MAX_PATH_BYTES = 107;

/** Runs inside the workspace as `dev`, whose rights decide; a newline says that somebody listens. */
const PROGRAM = `use strict;
use Socket;
${RELAY}
socket(my $service, PF_UNIX, SOCK_STREAM, 0) or exit 1;
connect($service, sockaddr_un($ARGV[0])) or exit 1;
open my $peer, '+<&=', 0 or exit 255;
syswrite STDOUT, "\\n";
relay($peer, $service);`;

/**
 * A byte stream to a unix socket of the workspace. @throws EngineError if nobody listens there, or `dev` has no access
 */
export async function dialSocket(
  engine: Pick<Engine, 'exec' | 'dial'>,
  containerId: string,
  path: string,
): Promise<Duplex> {
  if (!path.startsWith('/') || path.includes('\0') || Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new EngineError('other', 'this is no path of a socket');
  }
  const command = [...DIRECT, 'perl', '-e', PROGRAM, path];
  const { stdout: stream, stderr } = await execDirectly(engine, containerId, { command, cwd: '/', env: {} });
  stderr.resume();
  stream.on('error', () => undefined);
  const first = await firstByte(stream);
  if (first === '\n') return stream;
  stream.destroy();
  throw new EngineError('port-not-listening', 'nothing listens at the socket');
}

async function firstByte(stream: Duplex): Promise<string> {
  for (;;) {
    const byte: Buffer | null = stream.read(1);
    if (byte) return byte.toString('latin1');
    if (stream.readableEnded || stream.destroyed) return '';
    const over = new AbortController();
    const { signal } = over;
    try {
      await Promise.race([
        once(stream, 'readable', { signal }),
        once(stream, 'end', { signal }),
        once(stream, 'close', { signal }),
      ]);
    } finally {
      over.abort();
    }
  }
}
