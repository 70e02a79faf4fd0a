import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Part } from './part.ts';
import { strict } from './strict.ts';

interface RequestOptions extends http.RequestOptions {
  redirect?: 'follow' | 'error' | 'manual';
  session?: unknown;
}

const PASSED_ON = ['abort', 'close', 'error', 'finish', 'socket'];

/** Shaped after Node's, except for redirects: they are followed, refused, or the caller's to follow at once. */
class ClientRequest extends EventEmitter {
  private current: http.ClientRequest;
  private readonly options: RequestOptions;

  constructor(options: RequestOptions) {
    super();
    this.options = options;
    this.current = this.open(options);
  }

  private open({ redirect: _, session: __, ...rest }: RequestOptions): http.ClientRequest {
    const made = (rest.protocol === 'https:' ? https : http).request(rest);
    for (const name of PASSED_ON) made.on(name, (...all: unknown[]) => this.emit(name, ...all));
    made.on('response', (response) => {
      const { location } = response.headers;
      const redirects = location !== undefined && [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
      if (!redirects) return void this.emit('response', response);
      response.resume();
      this.redirect(response.statusCode ?? 0, new URL(location, `${rest.protocol}//${made.getHeader('host')}`).href);
    });
    return made;
  }

  private redirect(status: number, address: string): void {
    const { redirect = 'follow', method = 'GET' } = this.options;
    if (redirect === 'error') return void this.emit('error', new Error('Redirect was refused'));
    let follows = redirect === 'follow';
    this.followRedirect = () => {
      follows = true;
    };
    this.emit('redirect', status, method, address, {});
    if (!follows) return void this.current.destroy();
    const { protocol, hostname, port, pathname, search } = new URL(address);
    const { headers } = this.options;
    this.current = this.open({ protocol, hostname, port, path: pathname + search, method, headers: headers ?? {} });
    this.current.end();
  }

  followRedirect = (): void => {
    throw new Error('followRedirect() called, but was not waiting for a redirect');
  };
  setHeader = (name: string, value: string): void => void this.current.setHeader(name, value);
  write(chunk: string | Buffer): void {
    this.current.write(chunk);
  }
  end(chunk?: string | Buffer): this {
    this.current.end(chunk);
    return this;
  }
  abort(): void {
    this.current.destroy();
  }
}

type RequestPart = Part<Electron.ClientRequest, 'followRedirect' | 'setHeader' | 'write' | 'end' | 'abort'>;

const standIn = {
  fetch: (input: string, init?: RequestInit) => fetch(input, init),
  request: (options: RequestOptions) => strict('ClientRequest', new ClientRequest(options) satisfies RequestPart),
  isOnline: () => true,
};
standIn satisfies Pick<Electron.Net, 'fetch' | 'isOnline'>;

export const net = strict('net', standIn);
