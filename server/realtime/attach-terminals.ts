import type { Server } from 'socket.io';
import { TERMINAL_NAMESPACE, type TerminalEnd } from '#shared/api/terminal.ts';
import { record } from '../features/audit/index.ts';
import type { Dependencies } from '../features/context.ts';
import { createDirectory } from '../features/entrance/directory.ts';
import type { ResolveSession } from '../features/routing.ts';
import { createActivityRecorder } from '../gateway/activity.ts';
import { shareCounts } from '../gateway/shared-counts.ts';
import { createThaw, type Entered, wakeOnWork } from '../gateway/thaw.ts';
import { clientAddress } from '../platform/client-address.ts';
import { authenticateSocket } from './authenticate-socket.ts';
import { findTerminalTarget } from './find-terminal-target.ts';
import { serveTerminal } from './serve-terminal.ts';
import type { TerminalNamespace, TerminalSocket } from './terminal-socket.ts';

const MAX_TERMINALS = 20;

/** What an open terminal belongs to. */
interface OpenTerminal extends Entered {
  socket: TerminalSocket;
  workspaceId: string;
  containerId: string;
}

/**
 * Web terminals: a namespace of the live socket where each connection is a shell in a workspace. Access is checked when
 * it opens, and again whenever rights, sessions or the workspace change; if it is lost, the terminal closes at once,
 * with the reason.
 */
export async function attachTerminals(
  io: Server,
  dependencies: Dependencies,
  { resolveSession }: { resolveSession: ResolveSession },
): Promise<{ close(): Promise<void> }> {
  const { bus, log, clock } = dependencies;
  const namespace = io.of(TERMINAL_NAMESPACE) as TerminalNamespace;
  const open = new Set<OpenTerminal>();
  const counts = shareCounts(dependencies);
  const elsewhere = counts.share('terminals', () => countBy([...open].map(({ socket }) => socket.data.actor.userId)));
  const directory = createDirectory(dependencies);
  const thaw = createThaw(directory);
  const recordActivity = createActivityRecorder({ directory, clock, log });

  namespace.use((socket, next) => {
    authenticateSocket(dependencies, resolveSession, socket).then(
      (known) => {
        if (known) socket.data = known;
        next(known ? undefined : new Error('unauthenticated'));
      },
      () => next(new Error('unavailable')),
    );
  });
  namespace.on('connection', (socket) => {
    start(socket).catch((error) => {
      log.error({ err: error }, 'terminal failed');
      socket.disconnect();
    });
  });

  async function start(socket: TerminalSocket): Promise<void> {
    const { actor } = socket.data;
    const target = await findTerminalTarget(dependencies, actor, socket.handshake.auth);
    if (typeof target === 'string') return end(socket, target);
    const own = [...open].filter((terminal) => terminal.socket.data.actor.userId === actor.userId);
    if (own.length + elsewhere.of(actor.userId) >= MAX_TERMINALS) return end(socket, 'tooMany');
    const { workspaceId, containerId } = target;
    if (target.asleep && !(await thaw(target, actor.userId))) return end(socket, 'stopped');
    const terminal = { socket, workspaceId, containerId, asleep: false };
    open.add(terminal);
    try {
      // Something may have changed before it was in the set that gets checked.
      await check(terminal);
      if (socket.connected) {
        if (actor.apiToken) await note(socket, workspaceId);
        const onTraffic = () => {
          recordActivity(workspaceId, actor.userId);
          wakeOnWork(terminal, () => thaw(target, actor.userId));
        };
        await serveTerminal({ dependencies, socket, target, onTraffic, onEnd: (reason) => end(socket, reason) });
      }
    } finally {
      open.delete(terminal);
    }
  }

  /** What a token does is in the audit log; the person's own terminals are not. */
  async function note({ data, handshake }: TerminalSocket, targetId: string): Promise<void> {
    const { headers, address } = handshake;
    const ipAddress = clientAddress(headers['x-forwarded-for'], address, dependencies.config.trustProxy);
    const context = { clock, actor: data.actor, origin: { ipAddress, userAgent: '' } };
    await dependencies.db.transaction((tx) => record(tx, context, { action: 'access.open-terminal', targetId }));
  }

  async function check(terminal: OpenTerminal): Promise<void> {
    const { socket, workspaceId, containerId } = terminal;
    const actor = await resolveSession(dependencies, socket.data.sessionKey);
    if (!actor) return end(socket, 'signedOut');
    const target = await findTerminalTarget(dependencies, actor, { ...socket.handshake.auth, workspaceId });
    if (typeof target === 'string') return end(socket, target);
    if (target.containerId !== containerId) return end(socket, 'stopped');
    terminal.asleep = target.asleep;
  }

  const checkThose = (concerned: (terminal: OpenTerminal) => boolean) => {
    for (const terminal of open) {
      if (!concerned(terminal)) continue;
      check(terminal).catch((error) => {
        // Unknown means not allowed: the client reconnects and is checked again.
        log.error({ err: error }, 'terminal could not be checked');
        terminal.socket.disconnect();
      });
    }
  };
  const checkAll = () => checkThose(() => true);
  const stops = await Promise.all([
    bus.listen('access_changed', checkAll, checkAll),
    bus.listen('sessions_ended', ({ ids }) => checkThose(({ socket }) => ids.includes(socket.data.actor.sessionId))),
    bus.listen('workspace_changed', ({ id }) => checkThose(({ workspaceId }) => workspaceId === id)),
  ]);
  return {
    async close() {
      await Promise.all([counts.close(), ...stops.map((stop) => stop())]);
    },
  };
}

function countBy(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function end(socket: TerminalSocket, reason: TerminalEnd): void {
  if (!socket.connected) return;
  socket.emit('closed', reason);
  socket.disconnect();
}
