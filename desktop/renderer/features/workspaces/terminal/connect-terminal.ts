import { io, type Socket } from 'socket.io-client';
import {
  TERMINAL_INPUT_MAX,
  TERMINAL_NAMESPACE,
  type TerminalClientToServer,
  type TerminalEnd,
  type TerminalServerToClient,
  type TerminalSize,
  type TerminalViewer,
} from '#shared/api/terminal.ts';
import { UNAUTHENTICATED } from '#shared/api/wire.ts';
import { platform } from '../../../lib/platform/current-platform.ts';
import { sessionKey } from '../../../lib/session.ts';
import { TRANSPORTS } from '../../../lib/watch-connection.ts';

const COME_BACK_MS = 1000;

export interface TerminalEvents {
  /** Connected or reconnected: the previous screen is replayed. */
  onAttach(): void;
  /** Calls `taken` once it is on the screen. */
  onOutput(data: Uint8Array, taken: () => void): void;
  /** Of a shared terminal: the owner's window has this size. */
  onSize(size: TerminalSize): void;
  /** Who sees it now, while it is shared. */
  onPeople(people: TerminalViewer[]): void;
  /** Connection lost; it reconnects automatically. */
  onLost(): void;
  /** Closed for good. */
  onEnd(reason: TerminalEnd): void;
}

export interface TerminalConnection {
  type(data: string): void;
  resize(size: TerminalSize): void;
  close(): void;
}

/** The person's own terminal in a workspace, or one that somebody shares with them. */
export type TerminalSubject = { workspaceId: string } | { shareId: string };

/** Joins a shell, and the same one again after a lost connection. */
export function connectTerminal(
  subject: TerminalSubject,
  size: () => TerminalSize,
  events: TerminalEvents,
): TerminalConnection {
  const socket: Socket<TerminalServerToClient, TerminalClientToServer> = io(`${platform.server}${TERMINAL_NAMESPACE}`, {
    // Evaluated for every connection: the window may have another size by then.
    auth: (give) => give({ sessionKey: sessionKey(), ...subject, ...size() }),
    ...TRANSPORTS,
    forceNew: true,
  });
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (reason: TerminalEnd) => {
    if (over) return;
    over = true;
    socket.disconnect();
    events.onEnd(reason);
  };
  const comeBack = () => {
    clearTimeout(timer);
    timer = setTimeout(() => !over && socket.connect(), COME_BACK_MS * (1 + Math.random()));
  };
  socket.on('connect', events.onAttach);
  socket.on('output', (data, taken) => events.onOutput(new Uint8Array(data), taken));
  socket.on('resized', events.onSize);
  socket.on('present', events.onPeople);
  socket.on('closed', end);
  socket.on('disconnect', (reason) => {
    if (over) return;
    events.onLost();
    // After this reason the library doesn't reconnect by itself.
    if (reason === 'io server disconnect') comeBack();
  });
  socket.on('connect_error', (error) => {
    if (over) return;
    if (error.message === UNAUTHENTICATED) return end('signedOut');
    events.onLost();
    if (!socket.active) comeBack();
  });
  return {
    type(data) {
      for (let from = 0; from < data.length; from += TERMINAL_INPUT_MAX) {
        socket.emit('input', data.slice(from, from + TERMINAL_INPUT_MAX));
      }
    },
    resize: (to) => void (socket.connected && socket.emit('resize', to)),
    close() {
      over = true;
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}
