import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import type { Dependencies } from '#server/features/context.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { containerName } from '#server/features/instances/index.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { engine, listening } from '#tests/gateway/container.ts';
import { openFromOutside } from './from-outside.ts';
import { launch } from './launch.ts';
import { API_PORT, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const ROUNDS = 40;
const PORT = 3000;
const GATEWAY_PORT = API_PORT + 1;
const PROGRAM = `require('node:http').createServer((_request, response) => response.end('awake')).listen(${PORT})`;

/** From a browser's request to a frozen workspace to the first byte of its program's answer; awake, for comparison. */
export async function benchWake(): Promise<Row[]> {
  const stage = await startServerStage();
  const { dependencies, putToSleep, close } = openFromOutside(stage.databaseUrl);
  const seconds = { asleep: [] as number[], awake: [] as number[] };
  try {
    const id = await launch(stage, 0);
    const container = containerName('workspace', id);
    await engine.exec(container, { command: ['node', '-e', PROGRAM] });
    await listening(container, PORT);
    const { slug } = await stage.call<{ slug: string }>('GET', `/workspaces/${id}`);
    const visit = await visitorOf(
      dependencies,
      stage.owner.key,
      `${slug}-${PORT}.${dependencies.config.workspaceDomain}`,
    );
    for (let round = 0; round < ROUNDS; round++) {
      seconds.awake.push(await visit());
      await putToSleep(id);
      seconds.asleep.push(await visit());
    }
  } finally {
    await close();
    await stage.close();
  }
  return [
    {
      what: 'request to a frozen workspace → first byte, p95',
      unit: 's',
      ours: percentile(seconds.asleep, 0.95),
      against: 'the same request while it is awake',
      reference: percentile(seconds.awake, 0.95),
      aim: '≤ 0.15 s',
    },
  ];
}

/** A browser that has signed in at this host. @returns a function that takes the time to its first byte, in seconds */
async function visitorOf(dependencies: Dependencies, key: string, hostname: string): Promise<() => Promise<number>> {
  const host = `${hostname}:${GATEWAY_PORT}`;
  const ask = async (path: string, headers: object) => {
    const asked = request({ host: '127.0.0.1', port: GATEWAY_PORT, path, headers: { host, ...headers } }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };
  const session = await resolveSession(dependencies, key);
  const directory = createDirectory(dependencies);
  const way = await openWorkspace({ ...dependencies, directory }, session, { host: hostname });
  const { pathname, search } = new URL(way.headers.get('location') ?? '');
  const taken = await ask(pathname + search, {});
  taken.resume();
  const Cookie = taken.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return async () => {
    const from = performance.now();
    const response = await ask('/', { Cookie });
    const taken = (performance.now() - from) / 1000;
    const body = await text(response);
    if (body !== 'awake') throw new Error(`answered ${response.statusCode}: ${body}`);
    return taken;
  };
}
