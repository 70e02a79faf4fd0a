import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { createApp } from '#server/app.ts';
import type { ContainerSummary, Engine, EngineId } from '#server/compute/engine.ts';
import type { Engines } from '#server/compute/engines.ts';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';
import type { Dependencies } from '#server/features/context.ts';
import {
  containerName,
  INSTALLATION_LABEL,
  readInstallationId,
  WORKSPACE_LABEL,
} from '#server/features/instances/index.ts';
import { users } from '#server/features/people/tables.ts';
import { crontab, jobHandlers } from '#server/jobs.ts';
import { systemClock } from '#server/platform/clock.ts';
import { migrateDatabase, openDatabase, type Sql } from '#server/platform/database.ts';
import { fenceWrites } from '#server/platform/fence-writes.ts';
import { type JobName, migrateJobs } from '#server/platform/jobs.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createTestDependencies } from '#tests/support/dependencies.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { percentile, type Row } from './table.ts';

const ENGINES = 200;
const WORKSPACES = 10_000;
const MINUTES = 6;
const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a worker does every minute for 10,000 workspaces on 200 machines, whose engines only answer and count. */
export async function benchScale(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-scale-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  try {
    await migrateDatabase(postgres.url, path.join(ROOT, 'migrations'));
    await migrateJobs(postgres.url, createLogger('error'));
    return await measure(postgres.url);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(url: string): Promise<Row[]> {
  let queries = 0;
  const { sql, close } = openDatabase(url, 8);
  const db = fenceWrites(drizzle(sql, { logger: { logQuery: () => void queries++ } }));
  const database = { url, drop: async () => undefined };
  const made = await createTestDependencies({ database, overrides: { db } });
  try {
    return await sweep({ ...made, clock: systemClock }, sql, () => queries);
  } finally {
    await made.close();
    await close();
  }
}

async function sweep(made: Dependencies, sql: Sql, asked: () => number): Promise<Row[]> {
  let calls = 0;
  const engines = countingEngines(await fill(made, sql), () => void calls++);
  const dependencies: Dependencies = { ...made, engines };
  const jobs = jobHandlers(dependencies);
  const names = everyMinute();
  const spent = new Map<string, { ms: number; queries: number }>();
  const begin = { cpu: process.cpuUsage(), queries: asked(), calls };
  for (let minute = 0; minute < MINUTES; minute += 1) {
    // What was measured a minute ago, by the clock that the sweeps compare with.
    await sql`update instances set disk_measured_at = disk_measured_at - interval '1 minute'`;
    for (const name of names) {
      const before = { at: performance.now(), queries: asked() };
      await (jobs[name] as (payload: object, signal: AbortSignal) => Promise<void>)({}, AbortSignal.timeout(60_000));
      const sum = spent.get(name) ?? { ms: 0, queries: 0 };
      sum.ms += performance.now() - before.at;
      sum.queries += asked() - before.queries;
      spent.set(name, sum);
    }
  }
  const { user, system } = process.cpuUsage(begin.cpu);
  const done = { queries: asked(), calls };
  const pages = await lookAtMachines(dependencies);
  const seconds = MINUTES * 60;
  const slowest = [...spent].toSorted(([, a], [, b]) => b.ms - a.ms).slice(0, 3);
  const most = [...spent].toSorted(([, a], [, b]) => b.queries - a.queries).slice(0, 3);
  const row = { against: 'aim', reference: null };
  return [
    {
      ...row,
      what: `sweeps of ${WORKSPACES} workspaces on ${ENGINES} engines: processor`,
      unit: '% of a core',
      ours: ((user + system) / 1e6 / seconds) * 100,
      aim: '≤ 10 %',
      note: slowest.map(([name, { ms }]) => `${name} ${Math.round(ms / MINUTES)} ms`).join(', '),
    },
    {
      ...row,
      what: 'the same: queries',
      unit: '/s',
      ours: (done.queries - begin.queries) / seconds,
      aim: '≤ 50 /s',
      note: most.map(([name, sum]) => `${name} ${Math.round(sum.queries / MINUTES)} a minute`).join(', '),
    },
    {
      ...row,
      what: `GET /machines, ${ENGINES} machines, p95`,
      unit: 'ms',
      ours: percentile(pages, 0.95),
      aim: '≤ 50 ms',
    },
    { ...row, what: 'the same: calls of engines', unit: '/s', ours: (done.calls - begin.calls) / seconds, aim: '—' },
  ];
}

/** @returns how long the operator's page of all machines takes, in ms each */
async function lookAtMachines(dependencies: Dependencies): Promise<number[]> {
  const { owner } = await mintOrganization(dependencies);
  await dependencies.db.update(users).set({ adminFlag: true }).where(eq(users.id, owner.userId));
  const { fetch } = createApp(dependencies);
  const times: number[] = [];
  for (let look = 0; look < 60; look += 1) {
    const from = performance.now();
    const answer = await fetch(
      new Request('http://localhost/api/machines', { headers: { 'X-Session-Key': owner.key } }),
    );
    const { machines } = await answer.json();
    if (machines?.length !== ENGINES + 1)
      throw new Error(`answered ${answer.status} with ${machines?.length} machines`);
    if (look >= 10) times.push(performance.now() - from);
  }
  return times;
}

/** The jobs that come every minute. */
function everyMinute(): JobName[] {
  const lines = crontab.split('\n').filter((line) => line.startsWith('* * * * * '));
  return lines.map((line) => line.split(' ')[5] as JobName);
}

/** @returns what runs on each engine */
async function fill(dependencies: Dependencies, sql: Sql): Promise<Map<EngineId, ContainerSummary[]>> {
  const installation = await readInstallationId(dependencies);
  const organizations = await Promise.all(Array.from({ length: 20 }, () => mintOrganization(dependencies)));
  const owners = organizations.map(({ organizationId, owner }) => [organizationId, owner.userId]);
  await sql`
    insert into instances (id, kind, organization_id, user_id, name, slug, status, engine_id, container_id, cpu_cores,
      memory_mb, disk_gb, created_at, active_since, disk_measured_at)
    select gen_random_uuid(), 'workspace', o[1]::uuid, o[2]::uuid, 'App ' || n, 'app-' || n, 'Active',
      'node-' || n % ${ENGINES}::int, 'container-' || n, 1, 1536, 10, now(), now(), now() - n % 300 * interval '1 second'
    from generate_series(1, ${WORKSPACES}::int) n
    join lateral (select array[x->>0, x->>1] as o from (select ${JSON.stringify(owners)}::jsonb -> (n % 20) as x) each) owner on true`;
  await sql`insert into workspaces (id, language, database, last_access_at) select id, 'nodejs', 'none', now() from instances`;
  await sql`
    insert into nodes (id, swarm_id, name, address, is_shared, availability, cpu_cores, memory_mb, created_at)
    select 'node-' || n, 'swarm-' || n, 'node-' || n, '10.0.' || n / 250 || '.' || n % 250, true, 'active', 32, 131072, now()
    from generate_series(0, ${ENGINES - 1}::int) n`;
  await sql`analyze`;
  const rows = await sql<{ id: string; engine_id: string }[]>`select id, engine_id from instances`;
  const on = new Map<EngineId, ContainerSummary[]>();
  for (const { id, engine_id } of rows) {
    const labels = { [INSTALLATION_LABEL]: installation, [WORKSPACE_LABEL]: id };
    const name = containerName('workspace', id);
    const container = {
      id: name,
      name,
      status: 'running' as const,
      running: true,
      networks: [],
      labels,
      createdAt: new Date(),
    };
    on.set(engine_id, [...(on.get(engine_id) ?? []), container]);
  }
  return on;
}

/** Engines that answer at once what a healthy one would, and count. */
function countingEngines(on: Map<EngineId, ContainerSummary[]>, count: () => void): Engines {
  const all = new Map(['local', ...on.keys()].map((id) => [id, countingEngine(id, on.get(id) ?? [], count)]));
  return {
    get: (id) => all.get(id) ?? fail(`no engine ${id}`),
    list: () => [...all.values()],
    set: () => undefined,
    drop: () => undefined,
    watch: () => () => undefined,
  };
}

function countingEngine(id: EngineId, containers: ContainerSummary[], count: () => void): Engine {
  const answers: Record<string, (...given: unknown[]) => unknown> = {
    list: (labels) => containers.filter((each) => Object.keys(labels as object).every((key) => key in each.labels)),
    listNetworks: () => [],
    listImages: () => [],
    diskBytes: () => 2 ** 30,
    dial: () => healthyPage(),
    info: () => ({
      identity: id,
      version: '29',
      cpuCores: 8,
      memoryMb: 32_768,
      storageDriver: 'overlay2',
      runningContainers: 50,
    }),
    swarm: () => null,
  };
  return new Proxy({ id, isNested: false } as unknown as Engine, {
    get(engine, name) {
      if (name in engine || typeof name === 'symbol' || name === 'then') return Reflect.get(engine, name);
      return async (...given: unknown[]) => {
        count();
        return (answers[name] ?? fail(`the counting engine has no ${name}`))(...given);
      };
    },
  });
}

/** A connection to a web IDE that is well. */
function healthyPage(): Duplex {
  const page: Duplex = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      done();
      page.push('HTTP/1.1 200 OK\r\n\r\n');
    },
  });
  return page;
}

function fail(why: string): never {
  throw new Error(why);
}
