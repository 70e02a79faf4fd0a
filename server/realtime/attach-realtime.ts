import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import {
  type ClientToServer,
  parseRoom,
  type RoomKind,
  type RoomMessages,
  type ServerToClient,
} from '#shared/api/rooms.ts';
import { UNAUTHENTICATED } from '#shared/api/wire.ts';
import { UI_ORIGIN } from '#shared/desktop/origins.ts';
import type { Dependencies } from '../features/context.ts';
import type { ResolveSession } from '../features/routing.ts';
import { attachTerminals } from './attach-terminals.ts';
import { authenticateSocket, type SocketData } from './authenticate-socket.ts';
import { mayJoin } from './may-join.ts';
import { createQuietRooms, type QuietRooms } from './quiet-rooms.ts';

type Nobody = Record<string, never>;
type RealtimeServer = Server<ClientToServer, ServerToClient, Nobody, SocketData>;
type RealtimeSocket = Socket<ClientToServer, ServerToClient, Nobody, SocketData>;

const MAX_ROOMS = 50;
const MAX_MESSAGE_BYTES = 16 * 1024;

export interface Realtime {
  close(): Promise<void>;
}

/**
 * Live rooms over socket.io on the API's own server. A socket belongs to a session, given as `sessionKey` in the
 * handshake or, from our own pages, by the cookie; it ends with that session and leaves rooms its person may no longer
 * see.
 */
export async function attachRealtime(
  httpServer: HttpServer,
  dependencies: Dependencies,
  { resolveSession }: { resolveSession: ResolveSession },
): Promise<Realtime> {
  const io: RealtimeServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    destroyUpgrade: false,
    // The desktop app's pages have an origin of their own.
    cors: { origin: [new URL(dependencies.config.publicUrl).origin, UI_ORIGIN], credentials: true },
  });
  // Left alone, an upgrade for another path has no error listener and stays open forever.
  httpServer.prependListener('upgrade', ({ url = '' }, socket) => {
    socket.on('error', () => undefined);
    if (url.startsWith(`${io.path()}/`)) return;
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n', () => socket.destroy());
  });
  io.use((socket, next) => {
    authenticateSocket(dependencies, resolveSession, socket).then(
      (known) => {
        if (known) socket.data = known;
        next(known ? undefined : new Error(UNAUTHENTICATED));
      },
      () => next(new Error('unavailable')),
    );
  });
  const quiet = createQuietRooms(() => performance.now());
  io.on('connection', (socket) => serve(dependencies, resolveSession, socket, quiet));

  const checkAll = () => void recheck(dependencies, resolveSession, io);
  const stops = await Promise.all([
    dependencies.bus.listen(
      'room',
      ({ room, message }) => {
        quiet.heard(room);
        io.local.to(room).emit('messageReceived', { room, message: message as RoomMessages[RoomKind] });
      },
      quiet.missed,
    ),
    dependencies.bus.listen('access_changed', checkAll, checkAll),
    dependencies.bus.listen('sessions_ended', ({ ids }) => {
      for (const socket of io.of('/').sockets.values()) if (ids.includes(socket.data.actor.sessionId)) signOut(socket);
    }),
  ]);
  const terminals = await attachTerminals(io, dependencies, { resolveSession });
  return {
    async close() {
      await terminals.close();
      await Promise.all(stops.map((stop) => stop()));
      io.disconnectSockets(true);
      await io.close();
    },
  };
}

function serve(
  dependencies: Dependencies,
  resolveSession: ResolveSession,
  socket: RealtimeSocket,
  quiet: QuietRooms,
): void {
  socket.on('joinRoom', async (room, acknowledge) => {
    const answer = typeof acknowledge === 'function' ? acknowledge : () => {};
    try {
      // Resolved again each time: role and organization may have changed since the socket was opened.
      const actor = await resolveSession(dependencies, socket.data.sessionKey);
      if (!actor) return signOut(socket);
      socket.data.actor = actor;
      const may =
        typeof room === 'string' && socket.rooms.size <= MAX_ROOMS && (await mayJoin(dependencies, actor, room));
      if (may) await socket.join(room);
      answer(may, may ? quiet.quietMs(room) : 0);
    } catch (error) {
      dependencies.log.error({ err: error }, 'room could not be joined');
      answer(false, 0);
    }
  });
  socket.on('leaveRoom', (room) => {
    if (typeof room === 'string' && parseRoom(room)) void socket.leave(room);
  });
}

/** After rights changed: closes sockets without a session and leaves rooms they may no longer see. */
async function recheck(dependencies: Dependencies, resolveSession: ResolveSession, io: RealtimeServer): Promise<void> {
  for (const socket of [...io.of('/').sockets.values()]) {
    try {
      const actor = await resolveSession(dependencies, socket.data.sessionKey);
      if (!actor) {
        signOut(socket);
        continue;
      }
      socket.data.actor = actor;
      for (const room of socket.rooms) {
        if (parseRoom(room) && !(await mayJoin(dependencies, actor, room))) await socket.leave(room);
      }
    } catch (error) {
      // Unknown means not allowed: the client reconnects and is checked again.
      dependencies.log.error({ err: error }, 'socket could not be checked');
      socket.disconnect(true);
    }
  }
}

function signOut(socket: RealtimeSocket): void {
  socket.emit('signedOut');
  socket.disconnect(true);
}
