import { type ChildProcess, spawn } from 'node:child_process';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import type { Identity } from '#tests/gateway/ssh-client.ts';
import { type Stage, WORKSPACE_DOMAIN } from './stage.ts';

const BEAT_MS = 250;
const AGAIN_MS = 250;
/** Where the workspace's own program listens. */
export const PROGRAM_PORT = 4000;
/** A page that never ends. */
export const PROGRAM = `require('node:http').createServer((_, response) => {
  const beat = setInterval(() => response.write('beat\\n'), ${BEAT_MS});
  response.on('close', () => clearInterval(beat));
}).listen(${PROGRAM_PORT}, '127.0.0.1')`;
/** Every line that came back was written here before. */
export const BEATS_FILE = 'beats';

/** A connection that somebody works over all the time, and opens again when it ends. */
export abstract class Session {
  readonly name: string;
  /** Ends since the last `mark`. */
  ends = 0;
  /** Longest time without a sign of life since the last `mark`, in milliseconds. */
  silence = 0;
  /** How the connection ended last. */
  lastWords = '';
  #heard = performance.now();
  #over = false;
  #running: Promise<void> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
  }

  mark(): void {
    this.ends = 0;
    this.silence = 0;
  }

  isAlive(): boolean {
    return performance.now() - this.#heard < 4 * BEAT_MS;
  }

  start(): void {
    this.#heard = performance.now();
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#over = true;
    this.hangUp();
    await this.#running;
  }

  protected heard(): void {
    this.#listen();
    this.#heard = performance.now();
  }

  /** Resolves when the connection has ended. */
  protected abstract connect(): Promise<void>;
  protected abstract hangUp(): void;

  #listen(): void {
    this.silence = Math.max(this.silence, performance.now() - this.#heard);
  }

  async #run(): Promise<void> {
    const listening = setInterval(() => this.#listen(), BEAT_MS);
    while (!this.#over) {
      await this.connect().catch((error) => {
        this.lastWords = String(error);
      });
      if (this.#over) break;
      this.ends += 1;
      await delay(AGAIN_MS);
    }
    clearInterval(listening);
  }
}

export function sshWords({ ssh, gateways }: Stage, gateway: 'gateway' | 'other', who: Identity): string[] {
  const anyHost = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'];
  return [...anyHost, ...ssh.options(who), '-o', 'ConnectTimeout=10', '-p', String(gateways[gateway].ssh)];
}

/** Lines typed into a shell and coming back; each is kept in a file of the workspace first. */
export class ShellSession extends Session {
  /** Lines that came back. */
  readonly acknowledged: string[] = [];
  readonly #command: string[];
  #child: ChildProcess | null = null;
  #sent = 0;

  constructor(stage: Stage, gateway: 'gateway' | 'other', { slug, who }: { slug: string; who: Identity }) {
    super(`ssh through ${gateway}`);
    const loop = `while read -r line; do echo "$line" >> ~/${BEATS_FILE}; echo "$line"; done`;
    this.#command = [...sshWords(stage, gateway, who), `${slug}@127.0.0.1`, loop];
  }

  protected connect(): Promise<void> {
    const child = spawn('ssh', this.#command, { stdio: 'pipe' });
    this.#child = child;
    this.lastWords = '';
    child.stderr.on('data', (chunk: Buffer) => {
      this.lastWords += chunk;
    });
    child.stdin.on('error', () => undefined);
    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length === 0) return;
      this.acknowledged.push(...lines);
      this.heard();
    });
    const beat = setInterval(() => {
      this.#sent += 1;
      child.stdin.write(`${this.name} ${this.#sent}\n`);
    }, BEAT_MS);
    return new Promise((resolve) => {
      child.once('close', () => {
        clearInterval(beat);
        resolve();
      });
    });
  }

  protected hangUp(): void {
    this.#child?.kill('SIGTERM');
  }
}

/** A page of the workspace's own program that goes on loading. */
export class StreamSession extends Session {
  readonly #stage: Stage;
  readonly #key: string;
  readonly #host: string;
  readonly #port: number;
  #cookie = '';
  #request: ClientRequest | null = null;

  constructor(stage: Stage, gateway: 'gateway' | 'other', { slug, key }: { slug: string; key: string }) {
    super(`page through ${gateway}`);
    this.#stage = stage;
    this.#key = key;
    this.#port = stage.gateways[gateway].http;
    this.#host = `${slug}-${PROGRAM_PORT}.${WORKSPACE_DOMAIN}`;
  }

  protected async connect(): Promise<void> {
    if (!this.#cookie) await this.#letIn();
    const status = await this.#get('/', { cookie: this.#cookie }, (response) => {
      response.on('data', () => this.heard());
    });
    this.lastWords = `after status ${status}`;
    if (status !== 200) this.#cookie = '';
  }

  protected hangUp(): void {
    this.#request?.destroy();
  }

  async #letIn(): Promise<void> {
    const query = new URLSearchParams({ host: this.#host, path: '/' });
    const headers = { [SESSION_HEADER]: this.#key };
    const answer = await fetch(`${this.#stage.url}/open?${query}`, { headers, signal: AbortSignal.timeout(5000) });
    const { url = '' } = (await answer.json()) as { url?: string };
    const { pathname, search } = new URL(url);
    await this.#get(pathname + search, {}, (response) => {
      this.#cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    });
  }

  #get(
    path: string,
    headers: Record<string, string>,
    onResponse: (response: import('node:http').IncomingMessage) => void,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: this.#port,
        path,
        headers: { host: `${this.#host}:${this.#port}`, ...headers },
        agent: false,
      });
      this.#request = asked;
      asked.on('response', (response) => {
        onResponse(response);
        response.resume();
        response.on('error', () => undefined);
        response.on('close', () => resolve(response.statusCode ?? 0));
      });
      asked.on('error', reject);
      asked.end();
    });
  }
}

/** A page of the UI, which hears of changes as they happen. */
export class LiveSession extends Session {
  readonly #url: string;
  readonly #key: string;
  #socket: Socket | null = null;

  constructor({ url }: Stage, key: string) {
    super('page of the UI');
    this.#url = url;
    this.#key = key;
  }

  protected connect(): Promise<void> {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, timeout: 5000 };
    const socket = io(this.#url, { ...options, auth: { sessionKey: this.#key } });
    this.#socket = socket;
    const beat = setInterval(() => socket.connected && this.heard(), BEAT_MS);
    return new Promise((resolve) => {
      const over = () => {
        clearInterval(beat);
        socket.disconnect();
        resolve();
      };
      socket.on('disconnect', over);
      socket.on('connect_error', over);
    });
  }

  protected hangUp(): void {
    this.#socket?.disconnect();
  }
}
