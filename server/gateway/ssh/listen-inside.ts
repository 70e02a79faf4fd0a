import type { Duplex, Readable } from 'node:stream';
import type { Engine } from '../../compute/engine.ts';
import { EngineError } from '../../compute/engine-error.ts';
import { newSecret } from './direct-exec.ts';
import { DOOR, RELAY, SECRET_BYTES, TAKE } from './perl.ts';

const MAX_VISITORS = 64;
const MAX_LINE = 64;
const LISTENS = /^listens (\d{1,5})$/;
const VISITOR = /^visitor (\d{1,5}) (\d{1,5})$/;

/**
 * Runs inside the workspace as `dev`: listens on the loopback address, and prints for each visitor a port where whoever
 * knows the secret is joined with them. Ends with its standard input.
 */
const PROGRAM = `use strict;
${TAKE}
${DOOR}
${RELAY}
my $secret = take(*STDIN);
exit 255 if length $secret < ${SECRET_BYTES};
socket(my $listener, PF_INET, SOCK_STREAM, 0) or exit 1;
setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1);
bind($listener, sockaddr_in($ARGV[0], INADDR_LOOPBACK)) && listen($listener, ${MAX_VISITORS}) or exit 1;
syswrite STDOUT, sprintf "listens %d\\n", (sockaddr_in(getsockname $listener))[0];
my $visitors = 0;
$SIG{CHLD} = sub { $visitors-- while waitpid(-1, POSIX::WNOHANG()) > 0 };
for (;;) {
  my $ready = '';
  vec($ready, fileno STDIN, 1) = 1;
  vec($ready, fileno $listener, 1) = 1 if $visitors < ${MAX_VISITORS};
  next if select($ready, undef, undef, undef) <= 0;
  exit 0 if vec($ready, fileno STDIN, 1) && !sysread(STDIN, my $ignored, 4096);
  next unless vec $ready, fileno $listener, 1;
  my $from = accept(my $visitor, $listener) or next;
  my $child = fork;
  if (defined $child && $child == 0) {
    $SIG{CHLD} = 'DEFAULT';
    close $listener;
    relay(door($secret, 'visitor %d ' . (sockaddr_in $from)[0] . "\\n"), $visitor);
  }
  $visitors++ if defined $child;
}`;

export interface Visit {
  /** The port they came to. */
  port: number;
  /** The visitor's own port, for the client's log. */
  fromPort: number;
  /** Joins them; call it once. */
  meet(): Promise<Duplex>;
}

export interface Listener {
  port: number;
  close(): void;
}

/**
 * Listens on a port of the workspace's loopback address until `closed`. Output from the workspace isn't trusted: it can
 * only name ports of its own.
 * @param port 0 lets the workspace choose. @throws EngineError if it can't listen there
 */
export async function listenInside(
  engine: Pick<Engine, 'exec' | 'dial'>,
  containerId: string,
  { port, closed, onVisit }: { port: number; closed: AbortSignal; onVisit(visit: Visit): void },
): Promise<Listener> {
  const command = ['perl', '-e', PROGRAM, String(port)];
  const { stdin, stdout, stderr, kill } = await engine.exec(containerId, { command, cwd: '/', env: {} });
  const secret = newSecret();
  stderr.resume();
  stdin.on('error', () => undefined).write(secret);
  const close = () => {
    closed.removeEventListener('abort', close);
    stdin.destroy();
    kill('HUP').catch(() => undefined);
  };
  if (closed.aborted) close();
  else closed.addEventListener('abort', close);

  const lines = readLines(stdout);
  const first = await lines.next();
  const bound = LISTENS.exec(first.done ? '' : first.value)?.[1];
  if (!bound) {
    close();
    throw new EngineError('other', `port ${port} can’t be listened on`);
  }
  const serve = async () => {
    for await (const line of lines) {
      const [, door, fromPort] = VISITOR.exec(line) ?? [];
      if (!door || !fromPort) throw new EngineError('other', 'this is no visitor');
      const meet = async () => {
        const stream = await engine.dial(containerId, Number(door));
        stream.write(secret);
        return stream;
      };
      onVisit({ port: Number(bound), fromPort: Number(fromPort), meet });
    }
  };
  serve().then(close, close);
  return { port: Number(bound), close };
}

/** @throws Error for a line longer than the program ever prints */
async function* readLines(stream: Readable): AsyncGenerator<string> {
  let read = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (read + chunk.toString('latin1')).split('\n');
    read = lines.pop() ?? '';
    if (read.length > MAX_LINE) throw new Error('line too long');
    yield* lines;
  }
}
