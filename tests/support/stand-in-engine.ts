import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface StandInEngine {
  /** What it calls itself. */
  identity: string;
  /** Names of the containers it has, which all run; with their labels. */
  containers: Map<string, Record<string, string>>;
  /** Every call that isn't a read, such as `DELETE /containers/x`. */
  changes: string[];
  close(): Promise<void>;
}

const GB = 2 ** 30;

/** A Docker engine on a unix socket that knows containers only by name: enough for being looked at and cleared. */
export async function startStandInEngine(socketPath: string, identity: string): Promise<StandInEngine> {
  const server = createServer((request, response) => answer(engine, request, response));
  const engine: StandInEngine = {
    identity,
    containers: new Map(),
    changes: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(socketPath, { force: true });
    },
  };
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return engine;
}

function answer(engine: StandInEngine, request: IncomingMessage, response: ServerResponse): unknown {
  const json = (body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  };
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://engine');
  const path = pathname.replace(/^\/v[\d.]+/, '');
  if (request.method !== 'GET') {
    engine.changes.push(`${request.method} ${path}`);
    const [, name = ''] = /^\/containers\/([^/]+)$/.exec(path) ?? [];
    return engine.containers.delete(name) ? json(null, 204) : json({ message: 'no such thing' }, 404);
  }
  if (path === '/_ping') return json('OK');
  if (path === '/info') return json({ ID: engine.identity, NCPU: 2, MemTotal: 8 * GB, ServerVersion: '29.0.0' });
  if (path === '/events') return response.writeHead(200).flushHeaders();
  if (path === '/networks' || path === '/images/json') return json([]);
  if (path === '/containers/json') {
    const { label = [] } = JSON.parse(searchParams.get('filters') ?? '{}') as { label?: string[] };
    const carries = (labels: Record<string, string>) =>
      label.every((wanted) => {
        const [key = '', value = ''] = wanted.split('=');
        return key in labels && (value === '' || labels[key] === value);
      });
    const found = [...engine.containers].filter(([, labels]) => carries(labels));
    return json(
      found.map(([name, Labels]) => ({ Id: name, Names: [`/${name}`], State: 'running', Labels, Created: 1 })),
    );
  }
  return json({ message: 'no such thing' }, 404);
}
