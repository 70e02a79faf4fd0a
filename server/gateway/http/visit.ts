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

/** Somebody at one of a workspace's hosts, with a request to pass on or answer. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  host: WorkspaceHost;
  /** The token of a public link, taken out of the address. */
  shareToken: string | null;
  /** Origin of a page on another port of the same workspace, which may read the gateway's own answers. */
  reader: string | null;
  handshake?: Handshake | undefined;
}

/** Null if the request isn't for a workspace's host, or asks for nothing a workspace can answer. */
export function visitOf(
  request: IncomingMessage,
  response: ServerResponse,
  config: Pick<Config, 'https' | 'workspaceDomain'>,
  handshake?: Handshake,
): Visit | null {
  const host = parseHost(request.headers.host, config.workspaceDomain);
  // Node's server accepts such a request line, but its client refuses to send it on.
  if (!host || !request.url?.startsWith('/') || /[^\u0021-\u00ff]/.test(request.url)) return null;
  const { origin } = request.headers;
  const isReader = origin !== undefined && host.port !== IDE_PORT && ownPort(origin, host.slug, config) !== null;
  return { request, response, host, shareToken: takeShareToken(request), reader: isReader ? origin : null, handshake };
}

/** Has the client left? Then the container need not be asked. */
export function hasLeft({ request }: Pick<Visit, 'request'>): boolean {
  return request.socket.destroyed;
}

/**
 * Calls back once, when the answer is complete or the client has left. A pipelined request's answer isn't told about
 * its connection before its turn, so the connection is watched too. Returns how to stop waiting.
 */
export function onceOver(
  { request: { socket }, response }: Pick<Visit, 'request' | 'response'>,
  done: () => void,
): () => void {
  if (response.socket) {
    response.on('close', done);
    return () => response.off('close', done);
  }
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

/** Answers on a connection that asked for an upgrade; it ends unless the upgrade succeeds. */
export function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.destroySoon());
  // Node's server no longer announces it.
  socket.on('drain', () => response.emit('drain'));
  return response;
}
