import type { Socket } from 'node:net';
import type { Connection, Server } from 'ssh2';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { say } from '../../platform/say.ts';
import { shareCounts } from '../shared-counts.ts';
import { authenticate, type EntryDirectory, type Login } from './authenticate.ts';
import { clientAddress } from './client-address.ts';
import { createFailedLogins } from './failed-logins.ts';
import { heedFirstGuess } from './first-guess.ts';
import { createHandshakePace, type HandshakePace } from './handshake-pace.ts';
import { createHandshakePool, type HandshakePool, type Waiting } from './handshake-pool.ts';
import { FIRST_LINE_TIMEOUT_MS, LOGIN_TIMEOUT_MS, MAX_AUTH_ATTEMPTS } from './limits.ts';
import { REASON, sayBeforeLogin } from './say-to-client.ts';
import { sendAway } from './send-away.ts';
import { shareFailedLogins } from './share-failed-logins.ts';

/** A client that has sent its first line. */
export interface Visitor {
  connection: Connection;
  socket: Socket;
  client: { address: string; port: number };
  /** Aborted when the socket closes, or with the sentence for a visitor who is sent away. */
  ended: AbortController;
}

interface Arrival {
  address: string;
  waiting: Waiting & { connection?: Connection };
  timer: NodeJS.Timeout;
  ended: AbortController;
  letOut(): void;
}

const TOO_MANY = say('gateway.tooManyConnections');
const TOO_SLOW = say('gateway.loginTimedOut');
const TOO_MANY_KEYS = 'Too many keys were offered. Choose one with: ssh -o IdentitiesOnly=yes -i <key file>';
const span = (minutes: number) => (minutes === 1 ? '1 minute' : say('errors.waitMinutes', { count: minutes }));
const tooOften = (minutes: number) => say('gateway.tooManyFailedLogins', { wait: span(minutes) });
const keyTooOften = (minutes: number) => say('gateway.keyRefused', { wait: span(minutes) });

/** Receives sockets, and passes on to `enter` those that sign in; clients that are turned away learn why. */
export function createDoor(input: {
  ssh: Server;
  directory: EntryDirectory;
  certificateAuthority: string | null;
  clock: Clock;
  log: Logger;
  /** For what other gateways count. */
  lookups: Sql;
  enter(visitor: Visitor, login: Login): void;
}): { receive(socket: Socket): void; close(): Promise<void> } {
  const { ssh, directory, certificateAuthority, clock, log, enter } = input;
  const counts = shareCounts(input);
  const pool: HandshakePool = createHandshakePool(() => othersInPool);
  const othersInPool = counts.share('handshakes', () => pool.counts());
  const pace: HandshakePace = createHandshakePace(undefined, () => othersPace);
  const othersPace = counts.share('handshake backlog', () => pace.backlogs());
  const failedLogins = createFailedLogins(clock);
  const sharedFailures = shareFailedLogins(input, failedLogins);
  const arrivals = new WeakMap<Socket, Arrival>();

  function receive(socket: Socket): void {
    const address = clientAddress(socket.remoteAddress);
    const waiting: Arrival['waiting'] = {
      spoke: false,
      close() {
        const { connection } = waiting;
        if (!connection) return void socket.destroy();
        sendAway(connection, socket, { words: TOO_MANY, reason: REASON.tooManyConnections });
      },
    };
    const letOut = pool.enter(address, waiting);
    const timer = setTimeout(() => socket.destroy(), FIRST_LINE_TIMEOUT_MS);
    const ended = new AbortController();
    const arrival: Arrival = { address, waiting, timer, ended, letOut };
    arrivals.set(socket, arrival);
    const begin = setTimeout(() => ssh.injectSocket(socket), pace.wait(address));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(begin);
      clearTimeout(arrival.timer);
      // It cost no key exchange.
      if (!waiting.spoke) pace.giveBack(address);
      letOut();
      ended.abort();
    });
  }

  ssh.on('connection', (connection) => {
    // ssh2 doesn't say which of our sockets a connection belongs to, but its own field does.
    const socket = (connection as unknown as { _sock: Socket })._sock;
    const arrival = arrivals.get(socket);
    if (!arrival) return void socket.destroy();
    heedFirstGuess(connection);
    connection.on('error', (error) => log.debug({ err: error }, 'ssh connection'));
    greet(connection, socket, arrival);
  });

  function greet(connection: Connection, socket: Socket, arrival: Arrival): void {
    const { address, waiting, ended, letOut } = arrival;
    const client = { address: socket.remoteAddress ?? 'unknown', port: socket.remotePort ?? 0 };
    const { signal } = ended;
    const tried = new Set<string>();
    let attempts = 0;
    let told = false;
    let isKnown = false;
    let login: Login | null = null;

    waiting.spoke = true;
    waiting.connection = connection;
    clearTimeout(arrival.timer);
    arrival.timer = setTimeout(() => sendAway(connection, socket, { words: TOO_SLOW }), LOGIN_TIMEOUT_MS);
    const minutes = failedLogins.addressRefusedFor(address);
    if (minutes > 0) {
      sendAway(connection, socket, { words: tooOften(minutes) });
      return;
    }

    const mayTry = (fingerprint: string) => {
      const refusedFor = failedLogins.keyRefusedFor(address, fingerprint);
      if (refusedFor === 0) {
        tried.add(fingerprint);
        return true;
      }
      if (!told) sayBeforeLogin(connection, keyTooOften(refusedFor));
      told = true;
      return false;
    };
    const onLogin = (found: Login) => {
      login = found;
    };
    const countFailure = () => {
      // Leaving at the passphrase prompt isn't a failed login, and neither is a key we didn't look at.
      if (attempts > 0 && !isKnown && (tried.size > 0 || !told)) failedLogins.failed(address, tried);
    };
    signal.addEventListener('abort', countFailure);
    connection.on('authentication', (attempt) => {
      if (attempt.method !== 'none') attempts += 1;
      if (attempts > MAX_AUTH_ATTEMPTS) {
        return sendAway(connection, socket, { words: TOO_MANY_KEYS, reason: REASON.noMoreAuthMethods });
      }
      const failed = (error: unknown) => {
        log.error({ err: error }, 'ssh login failed');
        socket.destroy();
      };
      const about = { directory, clock, certificateAuthority, address: client.address, mayTry, onLogin, signal };
      authenticate(about, attempt).then((outcome) => {
        isKnown = outcome.isKnown;
      }, failed);
    });
    connection.on('ready', () => {
      clearTimeout(arrival.timer);
      signal.removeEventListener('abort', countFailure);
      letOut();
      if (!login || signal.aborted) return void socket.destroy();
      pace.giveBack(address);
      failedLogins.succeeded(address, tried);
      enter({ connection, socket, client, ended }, login);
    });
  }

  return {
    receive,
    async close() {
      await Promise.all([counts.close(), sharedFailures.close()]);
    },
  };
}
