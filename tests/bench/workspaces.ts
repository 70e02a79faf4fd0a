import { openDatabase, type Sql } from '#server/platform/database.ts';
import { startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const OURS = 10_000;
const ALL = 100_000;
const ASKED = 100;
const WARM_UP = 20;

/** Every way to look at the list: what is asked, and the bare SQL that answers it. */
const LOOKS: { query: string; where?: string; order?: string; offset?: number }[] = [
  { query: '' },
  { query: 'page=400', offset: 399 * 16 },
  { query: 'sort=name&sortDir=asc', order: 'w.name, w.id' },
  { query: 'sort=last_access_date&sortDir=desc', order: 'workspaces.last_access_at desc nulls last, w.id desc' },
  { query: 'sort=workspace_status&sortDir=asc', order: 'w.status, w.id' },
  { query: 'sort=user_name&sortDir=asc', order: 'u.name, w.id' },
  { query: 'status=active_pending', where: `and w.status in ('Active', 'Pending')` },
  {
    query: 'search=app%2042',
    where: `and (w.name ilike '%app 42%' or w.slug ilike '%app 42%' or u.name ilike '%app 42%')`,
  },
];

/** Pages of the list of an organization with 10,000 workspaces among 100,000, against the SQL of each alone. */
export async function benchWorkspaces(): Promise<Row[]> {
  const stage = await startServerStage();
  const { sql, close } = openDatabase(stage.databaseUrl, 2);
  try {
    const organizationId = await fill(sql, stage.owner.userId);
    const results: { query: string; ours: number; reference: number }[] = [];
    for (const look of LOOKS) {
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < WARM_UP + ASKED; round++) {
        ours.push(await timed(() => stage.call('GET', `/workspaces?${look.query}`)));
        bare.push(await timed(() => bareSql(sql, organizationId, look)));
      }
      results.push({ query: look.query, ours: p95(ours), reference: p95(bare) });
    }
    const [first, ...others] = results;
    const slowest = others.toSorted((a, b) => b.ours - a.ours)[0];
    if (!first || !slowest) throw new Error('nothing was measured');
    const row = { unit: 'ms', against: 'the bare SQL', aim: '≤ 2 × and ≤ 25 ms' };
    return [
      { ...row, what: 'GET /workspaces, 10,000 of 100,000, p95', ours: first.ours, reference: first.reference },
      {
        ...row,
        what: 'the slowest page of it, sorted or filtered, p95',
        ours: slowest.ours,
        reference: slowest.reference,
        note: slowest.query,
      },
    ];
  } finally {
    await close();
    await stage.close();
  }
}

/** @returns the organization of this user, which has 50 users and 10,000 workspaces by now. */
async function fill(sql: Sql, ownerId: string): Promise<string> {
  const [membership] = await sql`select organization_id as id from memberships where user_id = ${ownerId}`;
  const organizationId: string = membership?.id;
  await sql`
    insert into organizations (id, name, setup_step) select gen_random_uuid(), 'Other ' || n, 5 from generate_series(1, 9) n`;
  await sql`
    insert into users (id, username, email, name, first_name, last_name)
    select gen_random_uuid(), 'bench-' || n, 'bench-' || n || '@example.com', 'Person ' || n, 'Person', n::text
    from generate_series(1, 500) n`;
  await sql`
    insert into memberships (id, organization_id, user_id, role)
    select gen_random_uuid(), o.id, u.id, 'lead' from
      (select id, row_number() over () - 1 as n from users where username like 'bench-%') u
      join (select id, case id when ${organizationId} then 0 else row_number() over (order by id = ${organizationId} desc) - 1 end as n
        from organizations) o on o.n = u.n % 10`;
  await sql`
    insert into instances (id, kind, organization_id, user_id, name, slug, status, engine_id, cpu_cores, memory_mb,
      disk_gb, created_at)
    select gen_random_uuid(), 'workspace', m.organization_id, m.user_id, 'App ' || n, 'app-' || n,
      (array['Active', 'Offline', 'Offline', 'Offline', 'Deleted'])[1 + n % 5], 'away', 1, 1536, 10,
      now() - n * interval '1 minute'
    from generate_series(1, ${ALL}::int) n join (
      select *, row_number() over (order by organization_id, id) - 1 as place from memberships where role = 'lead') m
      on m.place = n % 500`;
  await sql`
    insert into workspaces (id, language, database, last_access_at)
    select id, 'nodejs', 'none', case when n % 3 = 0 then null else now() - n * interval '7 seconds' end
    from (select id, replace(slug, 'app-', '')::int as n from instances) numbered`;
  await sql`analyze`;
  const [count] = await sql`select count(*)::int as n from instances where organization_id = ${organizationId}`;
  if (count?.n !== OURS) throw new Error(`${count?.n} workspaces instead of ${OURS}`);
  return organizationId;
}

async function bareSql(sql: Sql, organizationId: string, look: (typeof LOOKS)[number]): Promise<void> {
  const { where = '', order = 'w.created_at desc, w.id desc', offset = 0 } = look;
  const from = `from instances w join workspaces on workspaces.id = w.id join users u on u.id = w.user_id where w.organization_id = $1 and w.status <> 'Deleted' ${where}`;
  await Promise.all([
    sql.unsafe(`select w.*, workspaces.*, u.name ${from} order by ${order} limit 16 offset ${offset}`, [
      organizationId,
    ]),
    sql.unsafe(`select count(*) ${from}`, [organizationId]),
  ]);
}

function p95(times: number[]): number {
  return percentile(times.slice(WARM_UP), 0.95);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
