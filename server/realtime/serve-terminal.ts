import type { Readable } from 'node:stream';
import { TERMINAL_INPUT_MAX, TERMINAL_READY_CODE, type TerminalEnd, terminalSize } from '#shared/api/terminal.ts';
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

interface ServeInput {
  dependencies: Pick<Dependencies, 'engines' | 'log'>;
  socket: TerminalSocket;
  target: TerminalTarget;
  onTraffic(): void;
  onEnd(reason: TerminalEnd): void;
}

/**
 * Joins a socket with the person's shell in the container, reusing the earlier one if it still runs: its holder is in
 * the container (resources/images/agent/terminal.c), so it outlives a reload, a lost connection and this process.
 * Resolves when the connection ends.
 */
export async function serveTerminal({ dependencies, socket, target, onTraffic, onEnd }: ServeInput): Promise<void> {
  const { userId } = socket.data.actor;
  const engine = dependencies.engines.get(target.engineId);
  const attach = `${CLEAN}; if [ -x ${HOLDER} ]; then exec ${HOLDER} ${terminalName(userId)} "$@"; fi; ${WITHOUT_HOLDER}`;
  const shell = await engine.exec(target.containerId, {
    command: ['/bin/sh', '-c', attach, 'sh', ...commandLine({ kind: 'shell' }, { tty: true })],
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
    ...target.size,
  });
  shell.stdin.on('error', () => undefined);
  const hangUp = () => void shell.kill('HUP').catch(() => undefined);
  socket.once('disconnect', hangUp);
  if (!socket.connected) hangUp();
  socket.on('input', (data) => {
    if (typeof data !== 'string' || data.length > TERMINAL_INPUT_MAX) return;
    onTraffic();
    shell.stdin.write(data);
  });
  socket.on('resize', (asked) => {
    const size = terminalSize.safeParse(asked);
    if (size.success) shell.resize(size.data).catch(() => undefined);
  });
  try {
    await Promise.all([sendOutput(socket, shell.stdout, onTraffic), shell.stderr.resume()]);
    const code = await shell.exitCode;
    socket.off('disconnect', hangUp);
    if (code === SHELL_ENDED) return onEnd('exited');
  } catch (error) {
    if (!isEngineError(error)) dependencies.log.error({ err: error }, 'terminal broke off');
  }
  // Disconnected, not ended: the client reconnects and learns why, if there is a reason.
  socket.disconnect();
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
