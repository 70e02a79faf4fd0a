import { eq } from 'drizzle-orm';
import type { TerminalSize, TerminalViewer } from '#shared/api/terminal.ts';
import type { Dependencies } from '../features/context.ts';
import { endLostEditors } from '../features/sharing/end-editor-share.ts';
import { endLostShares } from '../features/sharing/end-share.ts';
import { type FoundShare, readSharedBy } from '../features/sharing/find-shares.ts';
import { noteVisit } from '../features/sharing/note-visit.ts';
import { presentPerson } from '../features/sharing/presenter.ts';
import { editorShares, terminalShares } from '../features/sharing/tables.ts';
import { everySecond } from '../gateway/every-second.ts';
import type { SharedCounts } from '../gateway/shared-counts.ts';
import type { Entered } from '../gateway/thaw.ts';
import { countBy } from './count-by.ts';
import type { TerminalSocket } from './terminal-socket.ts';

/** What an open terminal belongs to. */
export interface OpenTerminal extends Entered {
  socket: TerminalSocket;
  workspaceId: string;
  containerId: string;
  /** Whose shell it is. */
  ownerId: string;
  /** What lets them in who isn't the owner. */
  shared: FoundShare | null;
  /** All that this shell is shared by now. */
  shares: FoundShare[];
  /** What its page last heard of who is there. */
  told: string;
}

/** What runs in the workspace serves only so many screens, and the owner's must be among them. */
const MAX_OF_A_GUEST = 2;
const SIZE_EVERY_MS = 100;

/**
 * What goes on around shared terminals: who is there, in all processes together, and the size of the owner's window.
 * Nothing is kept here that a page on another process would miss: that comes from the database, the bus and the counts.
 */
export function watchShared(
  dependencies: Dependencies,
  { open, counts, end }: { open: Set<OpenTerminal>; counts: SharedCounts; end(terminal: OpenTerminal): void },
) {
  const { bus, clock, db, log } = dependencies;
  const elsewhere = counts.share('shared terminals', () =>
    countBy([...open].filter(({ shares }) => shares.length > 0).map(nameOf)),
  );
  const count = (name: string) => [...open].filter((each) => nameOf(each) === name).length + elsewhere.of(name);
  const resized = new Map<string, TerminalSize>();

  function tell(terminal: OpenTerminal): void {
    const people = peopleAt(terminal, count);
    const told = JSON.stringify(people);
    if (told === terminal.told) return;
    terminal.told = told;
    terminal.socket.emit('present', people);
  }
  const tellThose = (concerned: OpenTerminal) => {
    for (const each of open) {
      if (each.workspaceId === concerned.workspaceId && each.ownerId === concerned.ownerId) tell(each);
    }
  };

  /** Ends what holds no longer, of one workspace or of all. */
  async function endLost(workspaceId?: string): Promise<void> {
    try {
      await endLostShares(dependencies, workspaceId ? eq(terminalShares.workspaceId, workspaceId) : undefined);
      await endLostEditors(dependencies, workspaceId ? eq(editorShares.workspaceId, workspaceId) : undefined);
    } catch (error) {
      // The job does it within a minute, and nobody can join meanwhile.
      log.error({ err: error }, 'shared terminals could not be ended');
    }
  }

  const ticking = everySecond(async () => {
    const now = clock.now();
    const over = [...open].filter(({ shared }) => shared && shared.share.expiresAt <= now);
    for (const terminal of over) end(terminal);
    for (const terminal of open) if (terminal.shares.length > 0) tell(terminal);
    for (const id of new Set(over.map(({ workspaceId }) => workspaceId))) await endLost(id);
  });

  return {
    isFull: ({ share }: FoundShare) => count(share.id) >= MAX_OF_A_GUEST,

    /** Reads anew by whom it is shared, and says who is there. */
    async load(terminal: OpenTerminal): Promise<void> {
      terminal.shares = await readSharedBy(dependencies, terminal);
      tellThose(terminal);
    },

    async came(terminal: OpenTerminal): Promise<void> {
      const { shared, socket } = terminal;
      if (shared && count(shared.share.id) === 1) {
        await noteVisit(dependencies, socket.data.actor, shared, 'sharing.join');
      }
    },

    /** After it was taken out of the open ones. */
    async went(terminal: OpenTerminal): Promise<void> {
      tellThose(terminal);
      const { shared, socket } = terminal;
      if (shared && count(shared.share.id) === 0) {
        await noteVisit(dependencies, socket.data.actor, shared, 'sharing.leave');
      }
    },

    /** To those it is shared with, wherever they are connected; a window that is dragged has many sizes. */
    noteSize(terminal: OpenTerminal, size: TerminalSize): void {
      const { workspaceId, ownerId } = terminal;
      const name = nameOf(terminal);
      const waits = resized.has(name);
      resized.set(name, size);
      if (waits) return;
      setTimeout(() => {
        const last = resized.get(name);
        resized.delete(name);
        if (!last || terminal.shares.length === 0) return;
        bus.notify(db, 'terminal_resized', { workspaceId, ownerId, size: last }).catch((error) => {
          log.warn({ err: error }, 'the size of a shared terminal could not be told');
        });
      }, SIZE_EVERY_MS).unref();
    },

    resize(message: { workspaceId: string; ownerId: string; size: TerminalSize }): void {
      for (const { socket, shared, workspaceId, ownerId } of open) {
        if (shared && workspaceId === message.workspaceId && ownerId === message.ownerId) {
          socket.emit('resized', message.size);
        }
      }
    },

    endLost,

    close: () => ticking.stop(),
  };
}

/** The shell itself for its owner, what lets them in for others. */
function nameOf({ shared, workspaceId, ownerId }: OpenTerminal): string {
  return shared ? shared.share.id : `${workspaceId} ${ownerId}`;
}

function peopleAt(terminal: OpenTerminal, count: (name: string) => number): TerminalViewer[] {
  const [first] = terminal.shares;
  if (!first) return [];
  const ownerIsHere = count(nameOf({ ...terminal, shared: null })) > 0;
  return [
    ...(ownerIsHere ? [{ ...presentPerson(first.owner), mode: 'type' as const }] : []),
    ...terminal.shares
      .filter(({ share }) => count(share.id) > 0)
      .map(({ share, guest }) => ({ ...presentPerson(guest), mode: share.mode })),
  ];
}
