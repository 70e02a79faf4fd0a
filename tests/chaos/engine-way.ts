import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';

/** A node of a swarm as its manager tells of it. */
export interface SeenNode {
  id: string;
  name: string;
  address: string;
  memoryMb: number;
  isReady: boolean;
}

/** A socket that leads to a container engine, and can be closed while the engine works on. */
export interface EngineWay {
  socketPath: string;
  /** Ends what goes through it, and lets nothing in. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** @param nodes makes the engine the manager of a swarm of these, which it need not be; it is the one called `manager` */
export async function engineWay(
  socketPath: string,
  engineSocket: string,
  nodes: (() => SeenNode[]) | null,
): Promise<EngineWay> {
  const joined = new Set<Duplex>();
  let server: Server;

  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path = '/', headers } = request;
    const told = nodes && ownAnswer(path, nodes());
    if (told) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
    const asked = ask({ socketPath: engineSocket, method, path, headers, agent: false });
    const give = (error?: Error) => void (error ? response.destroy() : asked.destroy());
    request.pipe(asked).on('error', give);
    response.on('close', () => give());
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (nodes && isInfo(path)) {
      const body = { ...((await json(answer)) as object), Swarm: MANAGER };
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
    answer.on('error', give).pipe(response);
  };
  const onUpgrade = (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const engine = createConnection({ path: engineSocket, allowHalfOpen: true });
    const { method, url, rawHeaders } = request;
    const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}\r\n`]));
    engine.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    engine.write(head);
    join(client, engine);
    join(engine, client);
  };
  const join = (from: Duplex, to: Duplex) => {
    joined.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      joined.delete(from);
      if (!to.writableEnded) to.end();
    });
  };

  const way: EngineWay = {
    socketPath,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const socket of joined) socket.destroy();
      await closed;
    },
    async open() {
      await rm(socketPath, { force: true });
      server = createServer({ requestTimeout: 0 }, (request, response) => {
        onRequest(request, response).catch(() => response.destroy());
      });
      server.on('upgrade', onUpgrade).on('clientError', (_, socket: Duplex | Socket) => socket.destroy());
      await once(server.listen(socketPath), 'listening');
    },
  };
  await way.open();
  return way;
}

const MANAGER = { NodeID: 'manager', NodeAddr: '127.0.0.1', ControlAvailable: true, LocalNodeState: 'active' };

const endOf = (path: string) => /^(?:\/v[\d.]+)?(\/[a-z]+)(?:\?|$)/.exec(path)?.[1];
const isInfo = (path: string) => endOf(path) === '/info';

/** What Docker answers about a swarm, as far as anybody reads it. */
function ownAnswer(path: string, nodes: SeenNode[]): unknown {
  const end = endOf(path);
  if (end === '/swarm') return { JoinTokens: { Worker: 'nobody joins' } };
  if (end !== '/nodes') return null;
  return nodes.map(({ id, name, address, memoryMb, isReady }) => ({
    ID: id,
    Spec: { Labels: { 'slipway.pool': 'shared' }, Availability: 'active' },
    Description: { Hostname: name, Resources: { NanoCPUs: 2e9, MemoryBytes: memoryMb * 2 ** 20 } },
    Status: { State: isReady ? 'ready' : 'down', Addr: address },
  }));
}
