import { openDatabase, type Sql } from '#server/platform/database.ts';
import { startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const ALL = 1_000_000;
const ORGANIZATIONS = 100;
const ASKED = 100;
const WARM_UP = 20;

/** What people type: a beginning, a word, a number that few have, nothing that there is. */
const TEXTS = ['ap', 'app', 'app 42', 'harbour', 'zzzz'];

/** The global search of an organization with 10,000 workspaces among a million, against the SQL of its plan alone. */
export async function benchSearch(): Promise<Row[]> {
  const stage = await startServerStage();
  const { sql, close } = openDatabase(stage.databaseUrl, 2);
  try {
    await fill(sql, stage);
    const results: { text: string; ours: number; reference: number }[] = [];
    for (const text of TEXTS) {
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < WARM_UP + ASKED; round++) {
        ours.push(await timed(() => stage.call('GET', `/organization/search?search=${encodeURIComponent(text)}`)));
        bare.push(await timed(() => bareSql(sql, stage.organizationId, text)));
      }
      results.push({ text, ours: p95(ours), reference: p95(bare) });
    }
    const slowest = results.toSorted((a, b) => b.ours - a.ours)[0];
    if (!slowest) throw new Error('nothing was measured');
    return [
      {
        what: 'global search among 1,000,000 workspaces, slowest text, p95',
        unit: 'ms',
        ours: slowest.ours,
        reference: slowest.reference,
        against: 'the bare SQL',
        aim: '≤ 2 × and ≤ 25 ms',
        note: results.map(({ text, ours }) => `${text}: ${ours.toFixed(1)}`).join(', '),
      },
    ];
  } finally {
    await close();
    await stage.close();
  }
}

async function fill(sql: Sql, { organizationId, owner }: { organizationId: string; owner: { userId: string } }) {
  await sql`
    insert into organizations (id, name, setup_step)
    select gen_random_uuid(), 'Other ' || n, 5 from generate_series(1, ${ORGANIZATIONS - 1}::int) n`;
  await sql`
    insert into instances (id, kind, organization_id, user_id, name, slug, status, engine_id, cpu_cores, memory_mb,
      disk_gb, created_at)
    select gen_random_uuid(), 'workspace', o.id, ${owner.userId}, case n % 7 when 0 then 'Harbour ' else 'App ' end || n, 'app-' || n,
      'Offline', 'away', 1, 1536, 10, now() - n * interval '1 minute'
    from generate_series(1, ${ALL}::int) n join (
      select id, row_number() over (order by id = ${organizationId} desc, id) - 1 as place from organizations) o
      on o.place = n % ${ORGANIZATIONS}::int`;
  await sql`insert into workspaces (id, language, database) select id, 'nodejs', 'none' from instances`;
  await sql`analyze`;
}

async function bareSql(sql: Sql, organizationId: string, text: string): Promise<void> {
  const like = `%${text}%`;
  await sql`
    select w.id, w.name, u.name from instances w join users u on u.id = w.user_id
    where w.organization_id = ${organizationId} and w.kind = 'workspace' and w.status <> 'Deleted' and (w.name ilike ${like} or w.slug ilike ${like})
    order by w.created_at desc, w.id desc limit 5`;
}

function p95(times: number[]): number {
  return percentile(times.slice(WARM_UP), 0.95);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
