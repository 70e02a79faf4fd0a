import type { Server } from 'socket.io';
import { TERMINAL_NAMESPACE, type TerminalEnd } from '#shared/api/terminal.ts';
import { UNAUTHENTICATED } from '#shared/api/wire.ts';
import { record } from '../features/audit/index.ts';
import type { Dependencies } from '../features/context.ts';
import { createDirectory } from '../features/entrance/directory.ts';
import type { ResolveSession } from '../features/routing.ts';
import { createActivityRecorder } from '../gateway/activity.ts';
import { shareCounts } from '../gateway/shared-counts.ts';
import { createThaw, wakeOnWork } from '../gateway/thaw.ts';
import { clientAddress } from '../platform/client-address.ts';
import { isId } from '../platform/ids.ts';
import { authenticateSocket } from './authenticate-socket.ts';
import { countBy } from './count-by.ts';
import { findTerminalTarget } from './find-terminal-target.ts';
import { serveTerminal } from './serve-terminal.ts';
import { type OpenTerminal, watchShared } from './shared-terminals.ts';
import type { TerminalNamespace, TerminalSocket } from './terminal-socket.ts';

const MAX_TERMINALS = 20;
const NOTHING_YET = { shares: [], told: '[]' };

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
  const sharing = watchShared(dependencies, { open, counts, end: ({ socket }) => end(socket, 'unshared') });
  const directory = createDirectory(dependencies);
  const thaw = createThaw(directory);
  const recordActivity = createActivityRecorder({ directory, clock, log });

  namespace.use((socket, next) => {
    authenticateSocket(dependencies, resolveSession, socket).then(
      (known) => {
        if (known) socket.data = known;
        next(known ? undefined : new Error(UNAUTHENTICATED));
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
    if (typeof target === 'string') {
      if (target === 'refused' && actor.apiToken) await note(socket, 'failure');
      return end(socket, target);
    }
    const own = [...open].filter((terminal) => terminal.socket.data.actor.userId === actor.userId);
    if (own.length + elsewhere.of(actor.userId) >= MAX_TERMINALS) return end(socket, 'tooMany');
    const { workspaceId, containerId, ownerId, shared } = target;
    if (shared && sharing.isFull(shared)) return end(socket, 'tooMany');
    const terminal: OpenTerminal = { socket, workspaceId, containerId, ownerId, shared, asleep: false, ...NOTHING_YET };
    const mayType = () => terminal.shared?.share.mode !== 'view';
    // It sleeps and wakes by the owner's rights: others have none on the workspace.
    if (target.asleep && !(mayType() && (await thaw(target, ownerId)))) return end(socket, 'stopped');
    open.add(terminal);
    try {
      // Something may have changed before it was in the set that gets checked.
      await check(terminal);
      if (!socket.connected) return;
      if (actor.apiToken) await note(socket, 'success');
      await Promise.all([sharing.load(terminal), sharing.came(terminal)]);
      await serveTerminal({
        ...{ dependencies, socket, target, mayType },
        onTraffic() {
          recordActivity(workspaceId, actor.userId);
          wakeOnWork(terminal, () => thaw(target, ownerId));
        },
        onSize: (size) => sharing.noteSize(terminal, size),
        onEnd: (reason) => end(socket, reason),
      });
    } finally {
      open.delete(terminal);
      await sharing.went(terminal);
    }
  }

  /** What a token does is in the audit log; the person's own terminals are not. */
  async function note({ data, handshake }: TerminalSocket, outcome: 'success' | 'failure'): Promise<void> {
    const { auth, headers, address } = handshake;
    const { workspaceId } = auth;
    const targetId = typeof workspaceId === 'string' && isId(workspaceId) ? workspaceId : null;
    const ipAddress = clientAddress(headers['x-forwarded-for'], address, dependencies.config.trustProxy);
    const context = { clock, actor: data.actor, origin: { ipAddress, userAgent: '' } };
    const entry = { action: 'access.open-terminal', outcome, targetId } as const;
    await dependencies.db.transaction((tx) => record(tx, context, entry));
  }

  async function check(terminal: OpenTerminal): Promise<void> {
    const { socket, containerId } = terminal;
    const actor = await resolveSession(dependencies, socket.data.sessionKey);
    if (!actor) return end(socket, 'signedOut');
    const target = await findTerminalTarget(dependencies, actor, socket.handshake.auth);
    if (typeof target === 'string') return end(socket, target);
    if (target.containerId !== containerId) return end(socket, 'stopped');
    terminal.asleep = target.asleep;
    terminal.shared = target.shared;
  }

  const checkThose = (
    concerned: (terminal: OpenTerminal) => boolean,
    then?: (terminal: OpenTerminal) => Promise<void>,
  ) => {
    for (const terminal of open) {
      if (!concerned(terminal)) continue;
      const checking = check(terminal).catch((error) => {
        // Unknown means not allowed: the client reconnects and is checked again.
        log.error({ err: error }, 'terminal could not be checked');
        terminal.socket.disconnect();
      });
      checking
        .then(() => then?.(terminal))
        .catch((error) => log.error({ err: error }, 'a terminal’s shares could not be read'));
    }
  };
  const checkAll = () => {
    checkThose(() => true);
    void sharing.endLost();
  };
  const stops = await Promise.all([
    bus.listen('access_changed', checkAll, checkAll),
    bus.listen('sessions_ended', ({ ids }) => checkThose(({ socket }) => ids.includes(socket.data.actor.sessionId))),
    bus.listen('workspace_changed', ({ id }) => {
      checkThose(({ workspaceId }) => workspaceId === id);
      void sharing.endLost(id);
    }),
    bus.listen(
      'terminal_shares_changed',
      // Whoever is told that they may type, may.
      (changed) => checkThose(({ workspaceId }) => workspaceId === changed.workspaceId, sharing.load),
      () => checkThose(() => true, sharing.load),
    ),
    bus.listen('terminal_resized', sharing.resize),
  ]);
  return {
    async close() {
      await Promise.all([sharing.close(), counts.close(), ...stops.map((stop) => stop())]);
    },
  };
}

function end(socket: TerminalSocket, reason: TerminalEnd): void {
  if (!socket.connected) return;
  socket.emit('closed', reason);
  socket.disconnect();
}
