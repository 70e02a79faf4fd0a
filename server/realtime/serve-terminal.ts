import type { Readable } from 'node:stream';
import {
  TERMINAL_INPUT_MAX,
  TERMINAL_READY_CODE,
  type TerminalEnd,
  type TerminalSize,
  terminalSize,
} from '#shared/api/terminal.ts';
import type { Engine } from '../compute/engine.ts';
import { isEngineError } from '../compute/engine-error.ts';
import type { Dependencies } from '../features/context.ts';
import { terminalName } from '../features/workspaces/names.ts';
import { CLEAN, commandLine } from '../gateway/ssh/commands.ts';
import type { TerminalTarget } from './find-terminal-target.ts';
import type { TerminalSocket } from './terminal-socket.ts';

/** This much may be sent before the screen has taken it; then the program waits. */
const MAX_ON_ITS_WAY_BYTES = 256 * 1024;
const HOLDER = '/usr/local/lib/slipway/slipway-terminal';
/** The workspace's image has no terminal holder: the shell ends with the connection. */
const WITHOUT_HOLDER = `printf '\\033]${TERMINAL_READY_CODE};ready\\007'; exec "$@"`;
const SHELL_ENDED = 0;
/** The size of the terminal that the shell runs on, as `<rows> <columns>`; fails where none runs. */
const ASK_SIZE = 'read -r pid <"/run/slipway/terminals/$1.pid" && stty size <"/proc/$pid/fd/0"';
/** Should the shell have ended this very moment, this runs in its place, and not another shell. */
const NOTHING = ['/bin/true'];

interface ServeInput {
  dependencies: Pick<Dependencies, 'engines' | 'log'>;
  socket: TerminalSocket;
  target: TerminalTarget;
  /** Asked for every input: whom a terminal is shared with may only view, perhaps from now on. */
  mayType(): boolean;
  onTraffic(): void;
  /** The owner's window has this size. */
  onSize(size: TerminalSize): void;
  onEnd(reason: TerminalEnd): void;
}

/**
 * Joins a socket with the person's shell in the container, reusing the earlier one if it still runs: its holder is in
 * the container (resources/images/agent/terminal.c), so it outlives a reload, a lost connection and this process.
 * Resolves when the connection ends.
 */
export async function serveTerminal(input: ServeInput): Promise<void> {
  const { dependencies, socket, target, mayType, onTraffic, onSize, onEnd } = input;
  const engine = dependencies.engines.get(target.engineId);
  const name = terminalName(target.ownerId);
  const { shared } = target;
  const size = target.size ?? (await sizeOf(engine, target.containerId, name));
  if (!size) return onEnd('exited');
  if (shared) socket.emit('resized', size);
  else onSize(size);
  const attach = `${CLEAN}; if [ -x ${HOLDER} ]; then exec ${HOLDER} ${name} "$@"; fi; ${WITHOUT_HOLDER}`;
  const command = shared ? NOTHING : commandLine({ kind: 'shell' }, { tty: true });
  const shell = await engine.exec(target.containerId, {
    command: ['/bin/sh', '-c', attach, 'sh', ...command],
    cwd: '/',
    env: {
      HOME: '/home/dev',
      USER: 'dev',
      LOGNAME: 'dev',
      SHELL: '/bin/bash',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
    },
    tty: true,
    ...size,
  });
  shell.stdin.on('error', () => undefined);
  const hangUp = () => void shell.kill('HUP').catch(() => undefined);
  socket.once('disconnect', hangUp);
  if (!socket.connected) hangUp();
  socket.on('input', (data) => {
    if (typeof data !== 'string' || data.length > TERMINAL_INPUT_MAX || !mayType()) return;
    onTraffic();
    shell.stdin.write(data);
  });
  socket.on('resize', (asked) => {
    const to = terminalSize.safeParse(asked);
    if (!to.success || shared) return;
    shell.resize(to.data).catch(() => undefined);
    onSize(to.data);
  });
  try {
    // What somebody else only looks at is no sign of their work.
    await Promise.all([sendOutput(socket, shell.stdout, shared ? () => {} : onTraffic), shell.stderr.resume()]);
    const code = await shell.exitCode;
    socket.off('disconnect', hangUp);
    if (code === SHELL_ENDED) return onEnd('exited');
  } catch (error) {
    if (!isEngineError(error)) dependencies.log.error({ err: error }, 'terminal broke off');
  }
  // Disconnected, not ended: the client reconnects and learns why, if there is a reason.
  socket.disconnect();
}

async function sizeOf(engine: Engine, containerId: string, name: string): Promise<TerminalSize | null> {
  const { exitCode, stdout } = await engine.run(containerId, {
    command: ['/bin/sh', '-c', ASK_SIZE, 'sh', name],
    cwd: '/',
  });
  const [rows, cols] = stdout.trim().split(' ').map(Number);
  const size = terminalSize.safeParse({ cols, rows });
  return exitCode === 0 && size.success ? size.data : null;
}

async function sendOutput(socket: TerminalSocket, output: Readable, onTraffic: () => void): Promise<void> {
  let onItsWay = 0;
  let goOn = () => {};
  socket.once('disconnect', () => goOn());
  for await (const chunk of output as AsyncIterable<Buffer>) {
    if (!socket.connected) continue;
    onTraffic();
    onItsWay += chunk.length;
    socket.emit('output', chunk, () => {
      onItsWay -= chunk.length;
      if (onItsWay <= MAX_ON_ITS_WAY_BYTES) goOn();
    });
    if (onItsWay > MAX_ON_ITS_WAY_BYTES && socket.connected) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  }
}
