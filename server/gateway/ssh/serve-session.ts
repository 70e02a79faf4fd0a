import type { Connection, ServerChannel, Session } from 'ssh2';
import type { Engine, ExecSession, ProcessSignal } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Engines } from '../../compute/engines.ts';
import type { Logger } from '../../platform/logger.ts';
import { say } from '../../platform/say.ts';
import { createChannelOutput } from './channel-output.ts';
import { commandLine, mayPassVariable, type SessionStart } from './commands.ts';
import { execDirectly } from './direct-exec.ts';
import { forwardAgent } from './forward-agent.ts';
import { finish, runProcess } from './run-process.ts';
import { isUsable } from './usable-channel.ts';
import type { Waker } from './wake.ts';

export interface SessionInput {
  connection: Connection;
  session: Session;
  engines: Engines;
  waker: Waker;
  log: Logger;
  environment: Record<string, string>;
  /** Ends with the connection; with a sentence if the person is sent away. */
  signal: AbortSignal;
  onTraffic(): void;
  onEnd(): void;
}

const MAX_VARIABLES = 32;
const CONNECTION_FAILED = 255;
/** Exit codes from here on are signals. */
const KILLED = 128;
const STOPPED_UNASKED = say('gateway.stoppedInSession');
const SIGNALS: ReadonlySet<string> = new Set<ProcessSignal>([
  ...(['HUP', 'INT', 'QUIT', 'TERM', 'KILL', 'USR1', 'USR2', 'ALRM'] as const),
]);
const isSignal = (name: string): name is ProcessSignal => SIGNALS.has(name);

/** One SSH session: a shell, a command or sftp, with or without a terminal. */
export function serveSession(input: SessionInput): void {
  const { session, environment, log, signal, onEnd } = input;
  const env = { ...environment };
  const hungUp = new AbortController();
  const closed = AbortSignal.any([signal, hungUp.signal]);
  let terminal: { cols: number; rows: number } | null = null;
  let process: ExecSession | null = null;
  let passed = 0;
  let withAgent = false;

  session.on('pty', (accept, _reject, { term, cols, rows }) => {
    terminal = { cols, rows };
    if (mayPassVariable('TERM', term)) env.TERM = term || 'xterm-256color';
    accept?.();
  });
  session.on('env', (accept, reject, { key, val: value }) => {
    if (passed >= MAX_VARIABLES || !mayPassVariable(key, value)) return reject?.();
    passed += 1;
    env[key] = value;
    accept?.();
  });
  session.on('auth-agent', (accept) => {
    withAgent = true;
    accept?.();
  });
  session.on('window-change', (accept, _reject, { cols, rows }) => {
    if (terminal) terminal = { cols, rows };
    process?.resize({ cols, rows }).catch(() => undefined);
    accept?.();
  });
  session.on('signal', (accept, reject, { name }) => {
    if (!process || !isSignal(name)) return reject?.();
    process.kill(name).catch(() => undefined);
    accept?.();
  });
  // ssh2 would refuse signals and sizes from a client that has finished typing.
  session.on('end', () => {
    (session as unknown as { _ending: boolean })._ending = false;
  });
  session.on('close', () => {
    hungUp.abort();
    onEnd();
  });

  const start = (channel: ServerChannel | undefined, what: SessionStart) => {
    // A second start of one session: ssh2 gives no channel.
    if (!channel) return;
    channel.on('close', () => hungUp.abort());
    if (!isUsable(channel)) return void channel.close();
    signal.addEventListener('abort', () => sendHome(channel, signal.reason));
    if (signal.aborted) return sendHome(channel, signal.reason);
    const isCopy = what.kind === 'sftp';
    const request = {
      command: commandLine(what, { tty: terminal !== null }),
      // The image's working directory may be gone; the command finds its own way.
      cwd: '/',
      env,
      tty: terminal !== null && !isCopy,
    };
    const onStart = (started: ExecSession) => {
      process = started;
    };
    const asked = () => ({ ...request, ...terminal });
    run({ ...input, channel, closed, withAgent, isCopy, request: asked, onStart }).catch((error) => {
      log.error({ err: error }, 'ssh session could not be ended');
    });
  };
  session.on('shell', (accept) => start(accept(), { kind: 'shell' }));
  session.on('exec', (accept, _reject, { command }) => start(accept(), { kind: 'exec', command }));
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') start(accept(), { kind: 'sftp' });
    else reject?.();
  });
}

/** The person is sent away, and is told: otherwise it looks like a lost connection. */
function sendHome(channel: ServerChannel, words: unknown): void {
  if (typeof words !== 'string' || !channel.writable) return;
  channel.stderr.write(`${words}\r\n`);
  finish(channel, CONNECTION_FAILED);
}

interface Run extends SessionInput {
  channel: ServerChannel;
  closed: AbortSignal;
  /** `ssh -A`: the agent of the person's machine is available in this session. */
  withAgent: boolean;
  /** File transfers: much data, and never a terminal. */
  isCopy: boolean;
  request(): Parameters<Engine['exec']>[1];
  onStart(process: ExecSession): void;
}

/** Wakes the workspace if needed and runs the process; failures go to stderr. */
async function run(input: Run): Promise<void> {
  const { connection, engines, waker, log, channel, closed, withAgent, isCopy, request, onStart, onTraffic } = input;
  const asked = request();
  const output = createChannelOutput(channel, closed);
  const tell = (line: string) => output.write('stderr', `${line}\r\n`);
  try {
    const ready = await waker.ready({ withTerminal: asked.tty === true }, (line) => void tell(line));
    if (!ready.ok) {
      await tell(ready.error);
      return finish(channel, CONNECTION_FAILED);
    }
    const engine = engines.get(ready.target.engineId);
    const { containerId } = ready;
    const agent = withAgent ? await agentSocket() : null;
    const { env, ...rest } = request();
    const process = { ...rest, env: agent ? { ...env, SSH_AUTH_SOCK: agent } : env };
    const exec = () => (isCopy ? execDirectly(engine, containerId, process) : engine.exec(containerId, process));
    const code = await runProcess({ exec, channel, closed, onStart, onTraffic });
    if (code >= KILLED && !closed.aborted && !(await isRunning(engine, containerId))) {
      await tell(STOPPED_UNASKED);
      return finish(channel, CONNECTION_FAILED);
    }
    finish(channel, code);

    async function agentSocket(): Promise<string | null> {
      try {
        return await forwardAgent({ connection, engine, containerId, closed });
      } catch (error) {
        log.warn({ err: error }, 'ssh agent not forwarded');
        await tell(say('gateway.agentNotForwarded'));
        return null;
      }
    }
  } catch (error) {
    if (closed.aborted) return;
    if (!isEngineError(error)) log.error({ err: error }, 'ssh session failed');
    await tell(say('gateway.workspaceUnreachable'));
    finish(channel, CONNECTION_FAILED);
  }
}

/** If it can't be asked, it counts as running, and the exit code stands. */
async function isRunning(engine: Engine, containerId: string): Promise<boolean> {
  try {
    return (await engine.inspect(containerId)).running;
  } catch {
    return true;
  }
}
