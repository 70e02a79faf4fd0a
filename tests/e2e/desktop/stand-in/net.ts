import type { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { strict } from './strict.ts';

interface RequestOptions extends http.RequestOptions {
  redirect?: string;
  session?: unknown;
}

/** Electron's ClientRequest is shaped after Node's; redirects are followed as the updater asks. */
function request(options: RequestOptions): http.ClientRequest {
  const { redirect: _, session: __, ...rest } = options;
  return (rest.protocol === 'https:' ? https : http).request(rest);
}

export const net = strict('net', {
  fetch: (input: string, init?: RequestInit) => fetch(input, init),
  request,
  isOnline: () => true,
});

export type NetRequest = EventEmitter;
