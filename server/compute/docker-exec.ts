import { randomBytes } from 'node:crypto';
import { type Duplex, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type Docker from 'dockerode';
import { call, type DockerContext } from './docker-call.ts';
import { demultiplex, undivided } from './docker-streams.ts';
import type { Engine, ExecRequest, ExecSession } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';

const TIMEOUT_MS = 30_000;
/** A few milliseconds pass between the end of the output and the exit code. */
const EXIT_POLL_MS = 5;
const THAWED_POLL_MS = 5_000;
const EXIT_WAIT_MS = 10_000;
const END_OF_TRANSMISSION = '\x04';
/** Marks the processes of one session, because the engine's API can't signal them. */
const SESSION_VARIABLE = 'SLIPWAY_EXEC';

/** `exec` of an engine: a process in a running container, with its streams and exit code. */
export function dockerExec({ docker }: DockerContext): Pick<Engine, 'exec'> {
  return {
    async exec(ref, request, { timeoutMs = TIMEOUT_MS } = {}) {
      const what = `exec in ${ref}`;
      const session = randomBytes(9).toString('hex');
      const tty = request.tty ?? false;
      const exec = await call(what, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).exec({ ...toExecOptions(request, session), abortSignal }),
      );
      const connection = await call(what, timeoutMs, (abortSignal) =>
        exec.start({ hijack: true, stdin: true, Tty: tty, abortSignal }),
      );
      const resize = async ({ cols, rows }: { cols: number; rows: number }) => {
        await call(`resize in ${ref}`, timeoutMs, (abortSignal) => exec.resize({ w: cols, h: rows, abortSignal }));
      };
      const { stdout, stderr } = tty ? undivided(connection) : demultiplex(connection);
      const exitCode = Promise.all([finished(stdout), finished(stderr)]).then(() => waitForExit(what, exec));
      exitCode.catch(() => undefined);
      return {
        stdin: inputOf(connection, tty),
        stdout,
        stderr,
        exitCode,
        resize,
        kill: (signal = 'TERM') =>
          onceThawed(docker, ref, () => signalSession(docker, ref, request.user, session, signal)),
      } satisfies ExecSession;
    },
  };
}

function toExecOptions(request: ExecRequest, session: string): Docker.ExecCreateOptions {
  const env = { ...request.env, [SESSION_VARIABLE]: session };
  return {
    Cmd: withTerminalSize(request),
    User: request.user ?? 'dev',
    WorkingDir: request.cwd,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    Tty: request.tty ?? false,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
  };
}

/**
 * Engines before API 1.42 start a terminal at 0 × 0, and a resize comes too late for the program: set the size inside
 * first.
 */
function withTerminalSize({ command, tty, cols, rows }: ExecRequest): string[] {
  if (!tty || !cols || !rows) return command;
  const size = `stty cols ${Math.trunc(cols)} rows ${Math.trunc(rows)} 2>/dev/null; exec "$@"`;
  return ['sh', '-c', size, 'sh', ...command];
}

/** Ending it half-closes the connection, which would cut a terminal's output off, so ^D is sent as a person would. */
function inputOf(connection: Duplex, tty: boolean): Writable {
  const stdin = new Writable({
    write(chunk, _encoding, done) {
      if (connection.writable) connection.write(chunk, () => done());
      else done();
    },
    final(done) {
      if (tty && connection.writable) connection.write(END_OF_TRANSMISSION, () => done());
      else connection.end(() => done());
    },
    destroy(error, done) {
      if (!tty) connection.end();
      done(error);
    },
  });
  return stdin;
}

async function waitForExit(what: string, exec: Docker.Exec): Promise<number> {
  const deadline = Date.now() + EXIT_WAIT_MS;
  for (;;) {
    const state = await call(what, TIMEOUT_MS, (abortSignal) => exec.inspect({ abortSignal }));
    if (!state.Running && state.ExitCode !== null) return state.ExitCode;
    if (Date.now() > deadline) throw new EngineError('timeout', `${what}: the output ended and the process did not`);
    await new Promise((resolve) => setTimeout(resolve, EXIT_POLL_MS));
  }
}

/** A frozen process hears nothing: it is told once it is thawed. */
async function onceThawed(docker: Docker, ref: string, tell: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await tell();
    } catch (error) {
      if (!isEngineError(error, 'offline')) throw error;
      const look = (abortSignal: AbortSignal) => docker.getContainer(ref).inspect({ abortSignal });
      if (!(await call(`inspect ${ref}`, TIMEOUT_MS, look)).State.Paused) throw error;
      await delay(THAWED_POLL_MS, undefined, { ref: false });
    }
  }
}

/**
 * The session's first process has no parent inside the container and leads its process group. Runs as the same user,
 * who may read its environment.
 */
async function signalSession(
  docker: Docker,
  ref: string,
  user: string | undefined,
  session: string,
  signal: string,
): Promise<void> {
  const script = `for file in $(grep -lzx '${SESSION_VARIABLE}=${session}' /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    if grep -q '^PPid:[[:space:]]*0$' "/proc/$pid/status" 2>/dev/null; then kill -s ${signal} -- "-$pid"; fi
  done; exit 0`;
  const exec = await call(`signal in ${ref}`, TIMEOUT_MS, (abortSignal) =>
    docker.getContainer(ref).exec({ Cmd: ['sh', '-c', script], User: user ?? 'dev', AttachStdout: true, abortSignal }),
  );
  const output = await call(`signal in ${ref}`, TIMEOUT_MS, (abortSignal) => exec.start({ hijack: true, abortSignal }));
  await finished(output.resume(), { writable: false });
}
