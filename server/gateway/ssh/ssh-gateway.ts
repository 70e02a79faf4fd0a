import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import ssh2 from 'ssh2';
import type { Engines } from '../../compute/engines.ts';
import type { Bus } from '../../platform/bus.ts';
import { type Clock, MINUTE } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database.ts';
import { keepServing } from '../../platform/keep-serving.ts';
import type { Logger } from '../../platform/logger.ts';
import { countWhileOpen } from '../../platform/metrics.ts';
import { say } from '../../platform/say.ts';
import { createActivityRecorder } from '../activity.ts';
import type { GatewayDirectory } from '../directory.ts';
import { createDirectoryCache } from '../directory-cache.ts';
import { createThaw, type Entered, wakeOnWork } from '../thaw.ts';
import { ALGORITHMS } from './algorithms.ts';
import { type Login, mayStay } from './authenticate.ts';
import { batchWrites } from './batch-writes.ts';
import { createDoor, type Visitor } from './door.ts';
import { publicHostKeys } from './host-keys.ts';
import { sendAway } from './send-away.ts';
import { serveConnection } from './serve-connection.ts';

export interface SshGatewayInput {
  clock: Clock;
  log: Logger;
  bus: Bus;
  lookups: Sql;
  directory: GatewayDirectory;
  engines: Engines;
  /** OpenSSH private keys. */
  hostKeys: string[];
  /** The private key that signs certificates of users; without it, none opens anything. */
  certificateAuthority?: string;
}

export interface SshGateway {
  server: Server;
  /** The public host keys, `ssh-ed25519 AAAA…`. */
  hostKeys: string[];
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Refuses new connections and cuts open ones. */
  close(): Promise<void>;
}

/** What is needed to end a signed-in connection that loses access. */
interface OpenConnection extends Entered {
  login: Login;
  containerId: string | null;
  cut(words: string): void;
}

/** Time for a client to end by itself after its sessions have. */
const SESSIONS_END_MS = 2_000;
const STOPPED = say('gateway.workspaceStopped');
const NO_ACCESS = say('gateway.accessEnded');

/** The SSH way into workspaces: the user name is the slug, and a public key of anyone who may open it is accepted. */
export async function createSshGateway(input: SshGatewayInput): Promise<SshGateway> {
  const { clock, log, bus, lookups, directory, engines, hostKeys } = input;
  const [certificateAuthority = null] = publicHostKeys(input.certificateAuthority ? [input.certificateAuthority] : []);
  const cache = createDirectoryCache({ directory, bus, clock });
  const recordActivity = createActivityRecorder({ directory, clock, log });
  const thaw = createThaw(directory);
  const open = new Set<OpenConnection>();
  const sockets = new Set<Socket>();
  const ssh = new ssh2.Server({ hostKeys, algorithms: ALGORITHMS, ident: 'Slipway' });
  const door = createDoor({ ssh, directory, certificateAuthority, clock, log, lookups, enter });

  /** Cuts a connection whose key no longer opens the workspace, or whose container was replaced. */
  async function check(connection: OpenConnection): Promise<void> {
    const { target, userId } = connection.login;
    const [now, isAllowed] = await Promise.all([cache.find(target.slug), mayStay(directory, connection.login)]);
    const stillThere = connection.containerId === null || now?.containerId === connection.containerId;
    connection.asleep = now?.asleep ?? false;
    // What sleeps keeps its sessions.
    const runs = connection.containerId === null || now?.status === 'Active' || connection.asleep;
    if (now?.workspaceId === target.workspaceId && isAllowed && stillThere && runs) return;
    if (!runs) await directory.noteCut(target.workspaceId, userId).catch(() => undefined);
    connection.cut(now?.workspaceId === target.workspaceId && isAllowed ? STOPPED : NO_ACCESS);
  }

  const checkThose = (concerned: (connection: OpenConnection) => boolean) => {
    for (const connection of open) {
      if (!concerned(connection)) continue;
      check(connection).catch((error) => log.warn({ err: error }, 'access of an ssh connection not checked'));
    }
  };
  cache.onChange((change) => checkThose(({ login }) => change.kind === 'access' || change.slug === login.target.slug));
  // Nobody tells when a token or a session reaches its end.
  const checking = setInterval(() => checkThose(({ login }) => 'principal' in login.by), MINUTE).unref();

  function accept(socket: Socket): void {
    socket.setNoDelay(true);
    batchWrites(socket);
    sockets.add(socket);
    countWhileOpen('ssh', socket);
    socket.once('close', () => sockets.delete(socket));
    door.receive(socket);
  }

  function enter({ connection, socket, client, ended }: Visitor, login: Login): void {
    const { target, userId } = login;
    // Also counts before the first channel if the workspace runs: an unused tunnel is no fresh visit after a stop.
    const containerId = target.status === 'Active' ? target.containerId : null;
    const entry: OpenConnection = { login, containerId, asleep: false, cut };
    open.add(entry);
    ended.signal.addEventListener('abort', () => open.delete(entry));
    const onTraffic = () => {
      recordActivity(target.workspaceId, userId);
      wakeOnWork(entry, () => thaw(target, userId));
    };
    const isAsleep = () => entry.asleep;
    const onEnter = (containerId: string) => {
      entry.containerId = containerId;
    };
    const { signal } = ended;
    const ways = { onTraffic, onEnter, isAsleep };
    const served = serveConnection({ connection, login, client, directory, engines, log, signal, ...ways });

    function cut(words: string): void {
      // Its sessions tell the person, and the client then leaves; twice would be shown twice.
      const told = served.hasSessions();
      ended.abort(words);
      sendAway(connection, socket, { words, afterMs: told ? SESSIONS_END_MS : 0 });
    }

    // The right may have ended before this was in the set that gets checked. What the cache knows of the workspace can
    // be older than the login, so it isn't asked.
    mayStay(directory, login).then(
      (isAllowed) => isAllowed || cut(NO_ACCESS),
      (error) => log.warn({ err: error }, 'access of an ssh connection not checked'),
    );
  }

  const server = createServer(accept);
  return {
    server,
    hostKeys: publicHostKeys(hostKeys),
    async listen(port, host) {
      await cache.connect();
      server.listen(port, host);
      await once(server, 'listening');
      keepServing(server, log, 'ssh');
      return server.address() as AddressInfo;
    },
    async close() {
      const closed = server.listening ? once(server, 'close') : null;
      server.close();
      clearInterval(checking);
      for (const socket of sockets) socket.destroy();
      await Promise.all([cache.close(), door.close()]);
      await closed;
    },
  };
}
