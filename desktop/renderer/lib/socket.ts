import { useEffect, useEffectEvent } from 'react';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import type { ClientToServer, RoomKind, RoomMessages, RoomName, ServerToClient } from '#shared/api/rooms.ts';
import { UNAUTHENTICATED } from '#shared/api/wire.ts';
import { addresses } from '#shared/features/auth/addresses.ts';
import { call } from './call.ts';
import { platform } from './platform/current-platform.ts';
import { POLL_MS } from './poll.ts';
import { sessionKey, useSession } from './session.ts';
import { TRANSPORTS, watchConnection } from './watch-connection.ts';
import { whenIdle } from './when-idle.ts';

type LiveSocket = Socket<ServerToClient, ClientToServer>;
const COME_BACK_MS = 1500;
let current: { key: string; socket: Promise<LiveSocket> } | null = null;

/** Whether the way to the server carries requests, but no live connection. */
export const useLiveUpdates = create<{ blocked: boolean }>(() => ({ blocked: false }));

/** This window's one live connection, opened with the current session key. */
function liveSocket(key: string): Promise<LiveSocket> {
  if (current?.key !== key) {
    closeSocket();
    current = { key, socket: connect(key) };
  }
  return current.socket;
}

async function connect(key: string): Promise<LiveSocket> {
  // The page comes first: whoever joins a room reads anew then.
  await new Promise<void>(whenIdle);
  const { io } = await import('socket.io-client');
  const socket: LiveSocket = io(platform.server, { auth: { sessionKey: key }, ...TRANSPORTS });
  watchConnection(socket, {
    reaches: () => call(addresses.currentUser).then(Boolean, () => false),
    onChange: (blocked) => useLiveUpdates.setState({ blocked }),
  });
  // After these two reasons the library doesn't reconnect by itself; a restarting server sends both.
  const comeBack = () => {
    setTimeout(() => current?.key === key && socket.connect(), COME_BACK_MS * (1 + Math.random()));
  };
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && comeBack());
  socket.on('connect_error', (error) => !socket.active && error.message !== UNAUTHENTICATED && comeBack());
  return socket;
}

function closeSocket(): void {
  void current?.socket.then((socket) => socket.disconnect());
  current = null;
  useLiveUpdates.setState({ blocked: false });
}

/** Until `resumeSocket`: the computer goes to sleep, and a half-open connection would only look alive afterwards. */
export function pauseSocket(): void {
  void current?.socket.then((socket) => socket.disconnect());
}

/** Reconnects, joins its rooms again, and tells every page to read what it may have missed. */
export function resumeSocket(): void {
  void current?.socket.then((socket) => socket.connect());
}

useSession.subscribe(({ key }) => {
  if (current && current.key !== key) closeSocket();
});

type KindOf<Name extends string> = Name extends `/${infer Kind}/${string}` ? Extract<Kind, RoomKind> : never;

interface RoomHandlers<Message> {
  onMessage: (message: Message) => void;
  /**
   * After every join, the first and those after a lost connection: fetch what may have been missed. Nothing was said in
   * the room for `quietMs`.
   */
  onJoin?: (quietMs: number) => void;
  /** From time to time while live updates are blocked; what `onJoin` does if left out. */
  onBlocked?: () => void;
}

/** How many parts of this page listen to a room: it is left when the last one goes. */
const listeners = new Map<string, number>();

/** Listens to a live room while the component is mounted; null listens to nothing. */
export function useRoom<Name extends RoomName>(
  room: Name | null,
  handlers: RoomHandlers<RoomMessages[KindOf<Name>]>,
): void {
  const key = useSession((session) => session.key);
  const onMessage = useEffectEvent(handlers.onMessage);
  const onJoin = useEffectEvent((quietMs: number) => handlers.onJoin?.(quietMs));
  const onBlocked = useEffectEvent(() => (handlers.onBlocked ?? handlers.onJoin)?.(0));
  const blocked = useLiveUpdates((state) => state.blocked);
  useEffect(() => {
    if (!room || !key) return;
    const stop = new AbortController();
    void liveSocket(key).then((socket) => {
      if (stop.signal.aborted) return;
      const join = () =>
        socket.emit('joinRoom', room, (joined, quietMs) => {
          // The release before doesn't say it, and may answer while processes are replaced.
          if (joined && !stop.signal.aborted) onJoin(quietMs ?? 0);
        });
      const receive: ServerToClient['messageReceived'] = (event) => {
        if (event.room === room) onMessage(event.message as RoomMessages[KindOf<Name>]);
      };
      listeners.set(room, (listeners.get(room) ?? 0) + 1);
      socket.on('connect', join);
      socket.on('messageReceived', receive);
      if (socket.connected) join();
      stop.signal.addEventListener('abort', () => {
        socket.off('connect', join);
        socket.off('messageReceived', receive);
        const left = (listeners.get(room) ?? 1) - 1;
        listeners.set(room, left);
        if (left === 0) socket.emit('leaveRoom', room);
      });
    });
    return () => stop.abort();
  }, [room, key]);
  useEffect(() => {
    if (!room || !blocked) return;
    const timer = setInterval(onBlocked, POLL_MS);
    return () => clearInterval(timer);
  }, [room, blocked]);
}

/** Calls back when the server reports that this session ended elsewhere, also if that was before the connection. */
export function useSignedOut(onSignedOut: () => void): void {
  const key = useSession((session) => session.key);
  const callback = useEffectEvent(onSignedOut);
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    void liveSocket(key).then((socket) => {
      if (stop.signal.aborted) return;
      const listener = () => sessionKey() === key && callback();
      const refused = ({ message }: Error) => message === UNAUTHENTICATED && listener();
      socket.on('signedOut', listener);
      socket.on('connect_error', refused);
      stop.signal.addEventListener('abort', () => {
        socket.off('signedOut', listener);
        socket.off('connect_error', refused);
      });
    });
    return () => stop.abort();
  }, [key]);
}
