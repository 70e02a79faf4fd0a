import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../platform/config.ts';
import { IDE_PORT, parseHost, type WorkspaceHost } from './host.ts';
import { takeShareToken } from './share.ts';
import { ownPort } from './site.ts';

/** A WebSocket handshake: its connection, and what the client sent right behind its request. */
export interface Handshake {
  socket: Socket;
  head: Buffer;
}

/** Somebody at one of a workspace's hosts, with a request to be passed on or answered. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  host: WorkspaceHost;
  /** Of a public link, taken out of the address. */
  shareToken: string | null;
  /** The origin of the workspace's own page, on another of its ports, that may read what the gateway answers it. */
  reader: string | null;
  handshake?: Handshake | undefined;
}

/** Null when the request is for no workspace's host, or for nothing that can be asked of one. */
export function visitOf(
  request: IncomingMessage,
  response: ServerResponse,
  config: Pick<Config, 'https' | 'workspaceDomain'>,
  handshake?: Handshake,
): Visit | null {
  const host = parseHost(request.headers.host, config.workspaceDomain);
  // A line that Node's server takes and its client refuses to send on.
  if (!host || !request.url?.startsWith('/') || /[^\u0021-\u00ff]/.test(request.url)) return null;
  const { origin } = request.headers;
  const isReader = origin !== undefined && host.port !== IDE_PORT && ownPort(origin, host.slug, config) !== null;
  return { request, response, host, shareToken: takeShareToken(request), reader: isReader ? origin : null, handshake };
}

/** Has the client left? Nothing needs to be asked of a container for it then. */
export function hasLeft({ request }: Pick<Visit, 'request'>): boolean {
  return request.socket.destroyed;
}

/**
 * Calls back once, when the answer is complete or the client has left. The answer to a request that was sent behind another
 * one hears nothing of its connection before its turn comes. Returns how to stop waiting.
 */
export function onceOver(
  { request: { socket }, response }: Pick<Visit, 'request' | 'response'>,
  done: () => void,
): () => void {
  const stop = () => {
    socket.off('close', over);
    response.off('close', over);
  };
  const over = () => {
    stop();
    done();
  };
  socket.on('close', over);
  response.on('close', over);
  return stop;
}

/** An answer on a connection that asked for an upgrade; unless the upgrade comes about, the connection ends with it. */
export function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.destroySoon());
  // Node's server no longer tells it.
  socket.on('drain', () => response.emit('drain'));
  return response;
}
