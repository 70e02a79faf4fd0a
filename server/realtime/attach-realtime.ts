import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { parse } from 'hono/utils/cookie';
import { Server, type Socket } from 'socket.io';
import { SESSION_COOKIE } from '#shared/api/envelope.ts';
import {
  type ClientToServer,
  parseRoom,
  type RoomKind,
  type RoomMessages,
  type ServerToClient,
} from '#shared/api/rooms.ts';
import type { Actor, Services } from '../features/context.ts';
import type { ResolveSession } from '../features/routing.ts';
import { mayJoin } from './may-join.ts';

interface SocketData {
  sessionKey: string;
  actor: Actor;
}
type Nobody = Record<string, never>;
type RealtimeServer = Server<ClientToServer, ServerToClient, Nobody, SocketData>;
type RealtimeSocket = Socket<ClientToServer, ServerToClient, Nobody, SocketData>;

const MAX_ROOMS = 50;
const MAX_MESSAGE_BYTES = 16 * 1024;

export interface Realtime {
  close(): Promise<void>;
}

/**
 * Live rooms over socket.io on the API's own server (spec/1 §7). A socket belongs to a session, given as `sessionKey`
 * in the handshake or, from our own pages, by the cookie; it ends with that session and leaves rooms its person may
 * no longer see.
 */
export async function attachRealtime(
  httpServer: HttpServer,
  services: Services,
  { resolveSession }: { resolveSession: ResolveSession },
): Promise<Realtime> {
  const io: RealtimeServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    cors: { origin: new URL(services.config.publicUrl).origin, credentials: true },
  });
  io.use((socket, next) => {
    authenticate(services, resolveSession, socket).then(
      (known) => next(known ? undefined : new Error('unauthenticated')),
      () => next(new Error('unavailable')),
    );
  });
  io.on('connection', (socket) => serve(services, resolveSession, socket));

  const checkAll = () => void recheck(services, resolveSession, io);
  const stops = await Promise.all([
    services.bus.listen('room', ({ room, message }) => {
      io.local.to(room).emit('messageReceived', { room, message: message as RoomMessages[RoomKind] });
    }),
    services.bus.listen('access_changed', checkAll, checkAll),
    services.bus.listen('sessions_ended', ({ ids }) => {
      for (const socket of io.of('/').sockets.values()) if (ids.includes(socket.data.actor.sessionId)) signOut(socket);
    }),
  ]);
  return {
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      io.disconnectSockets(true);
      await io.close();
    },
  };
}

async function authenticate(
  services: Services,
  resolveSession: ResolveSession,
  socket: RealtimeSocket,
): Promise<boolean> {
  const given: unknown = socket.handshake.auth.sessionKey;
  const sessionKey = typeof given === 'string' && given ? given : cookieKey(services, socket.request);
  const actor = sessionKey ? await resolveSession(services, sessionKey) : null;
  if (!sessionKey || !actor) return false;
  socket.data = { sessionKey, actor };
  return true;
}

/** The cookie counts only on connections from our own pages: another site's page would send it as well. */
function cookieKey(services: Services, request: IncomingMessage): string | undefined {
  const { origin, host, cookie } = request.headers;
  const ours = !origin || origin === new URL(services.config.publicUrl).origin || isSameHost(origin, host);
  return ours ? parse(cookie ?? '', SESSION_COOKIE)[SESSION_COOKIE] : undefined;
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

function serve(services: Services, resolveSession: ResolveSession, socket: RealtimeSocket): void {
  socket.on('joinRoom', async (room, acknowledge) => {
    const answer = typeof acknowledge === 'function' ? acknowledge : () => {};
    try {
      // Asked anew each time: role and organization may have changed since the socket was opened.
      const actor = await resolveSession(services, socket.data.sessionKey);
      if (!actor) return signOut(socket);
      socket.data.actor = actor;
      const may = typeof room === 'string' && socket.rooms.size <= MAX_ROOMS && (await mayJoin(services, actor, room));
      if (may) await socket.join(room);
      answer(may);
    } catch (error) {
      services.log.error({ err: error }, 'room could not be joined');
      answer(false);
    }
  });
  socket.on('leaveRoom', (room) => {
    if (typeof room === 'string' && parseRoom(room)) void socket.leave(room);
  });
}

/** After rights changed: ends sockets whose session is gone and leaves rooms that are not theirs any more. */
async function recheck(services: Services, resolveSession: ResolveSession, io: RealtimeServer): Promise<void> {
  for (const socket of [...io.of('/').sockets.values()]) {
    try {
      const actor = await resolveSession(services, socket.data.sessionKey);
      if (!actor) {
        signOut(socket);
        continue;
      }
      socket.data.actor = actor;
      for (const room of socket.rooms) {
        if (parseRoom(room) && !(await mayJoin(services, actor, room))) await socket.leave(room);
      }
    } catch (error) {
      // Not known to be allowed is not allowed: the client comes back and is asked again.
      services.log.error({ err: error }, 'socket could not be checked');
      socket.disconnect(true);
    }
  }
}

function signOut(socket: RealtimeSocket): void {
  socket.emit('signedOut');
  socket.disconnect(true);
}
