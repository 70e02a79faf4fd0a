import type { Connection, ServerChannel, Session } from 'ssh2';
import type { Engine, ExecSession } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Engines } from '../../compute/engines.ts';
import type { Logger } from '../../platform/logger.ts';
import { createChannelOutput } from './channel-output.ts';
import { commandLine, mayPassVariable, type SessionStart } from './commands.ts';
import { execDirectly } from './direct-exec.ts';
import { forwardAgent } from './forward-agent.ts';
import { finish, runProcess } from './run-process.ts';
import type { Waker } from './wake.ts';

export interface SessionInput {
  connection: Connection;
  session: Session;
  engines: Engines;
  waker: Waker;
  log: Logger;
  environment: Record<string, string>;
  /** Ends with the connection. */
  signal: AbortSignal;
  onTraffic(): void;
  onEnd(): void;
}

const MAX_VARIABLES = 32;
const CONNECTION_FAILED = 255;
const SIGNALS = new Set(['HUP', 'INT', 'TERM', 'KILL']);

/** One SSH session: a shell, a command or sftp, with or without a terminal. */
export function serveSession(input: SessionInput): void {
  const { session, environment, signal, onEnd } = input;
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
    if (!process || !SIGNALS.has(name)) return reject?.();
    process.kill(name as 'HUP' | 'INT' | 'TERM' | 'KILL').catch(() => undefined);
    accept?.();
  });
  session.on('close', () => {
    hungUp.abort();
    onEnd();
  });

  const start = (channel: ServerChannel, what: SessionStart) => {
    channel.on('error', () => undefined);
    channel.on('close', () => hungUp.abort());
    const isCopy = what.kind === 'sftp';
    const request = {
      command: commandLine(what),
      // The image's own working directory may have been removed; the command finds its way itself.
      cwd: '/',
      env,
      tty: terminal !== null && !isCopy,
    };
    const onStart = (started: ExecSession) => {
      process = started;
    };
    run({ ...input, channel, closed, withAgent, isCopy, request: () => ({ ...request, ...terminal }), onStart });
  };
  session.on('shell', (accept) => start(accept(), { kind: 'shell' }));
  session.on('exec', (accept, _reject, { command }) => start(accept(), { kind: 'exec', command }));
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') start(accept(), { kind: 'sftp' });
    else reject?.();
  });
}

interface Run extends SessionInput {
  channel: ServerChannel;
  closed: AbortSignal;
  /** `ssh -A`: the agent of the person's machine is there for this session. */
  withAgent: boolean;
  /** Files come and go: much at once, and never a terminal. */
  isCopy: boolean;
  request(): Parameters<Engine['exec']>[1];
  onStart(process: ExecSession): void;
}

/** Wakes the workspace if need be and runs the process; what goes wrong is said on stderr. */
async function run(input: Run): Promise<void> {
  const { connection, engines, waker, log, channel, closed, withAgent, isCopy, request, onStart, onTraffic } = input;
  const asked = request();
  const output = createChannelOutput(channel, closed);
  const say = (line: string) => output.write('stderr', `${line}\r\n`);
  try {
    const ready = await waker.ready({ withTerminal: asked.tty === true }, (line) => void say(line));
    if (!ready.ok) {
      await say(ready.error);
      return finish(channel, CONNECTION_FAILED);
    }
    const engine = engines.get(ready.target.engineId);
    const { containerId } = ready;
    const agent = withAgent ? await agentSocket() : null;
    const { env, ...rest } = request();
    const process = { ...rest, env: agent ? { ...env, SSH_AUTH_SOCK: agent } : env };
    const exec = () => (isCopy ? execDirectly(engine, containerId, process) : engine.exec(containerId, process));
    await runProcess({ exec, channel, closed, onStart, onTraffic });

    async function agentSocket(): Promise<string | null> {
      try {
        return await forwardAgent({ connection, engine, containerId, closed });
      } catch (error) {
        log.warn({ err: error }, 'ssh agent not forwarded');
        await say('Your SSH agent could not be forwarded. The session goes on without it.');
        return null;
      }
    }
  } catch (error) {
    if (closed.aborted) return;
    if (!isEngineError(error)) log.error({ err: error }, 'ssh session failed');
    await say('The workspace can’t be reached right now. Please try again in a moment.');
    finish(channel, CONNECTION_FAILED);
  }
}
