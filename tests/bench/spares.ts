import { setTimeout as delay } from 'node:timers/promises';
import { openFromOutside } from './from-outside.ts';
import { add } from './launch.ts';
import { startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

/** Of each, but one more at first, which also builds what is missing. */
const ROUNDS = { hit: 20, miss: 8 };
const SPARES = 5;
/** What nothing is made ahead for. */
const OTHER = 'python';

/** From adding a workspace until its VS Code answers: with one made ahead, with none, and where none are kept at all. */
export async function benchSpares(): Promise<Row[]> {
  const today = await onStage({}, (launched) => rounds(ROUNDS.miss, () => launched(OTHER)));
  const { hit, miss } = await onStage({ SLIPWAY_SPARES: String(SPARES) }, async (launched, fill) => {
    for (let each = 0; each < 2; each += 1) await launched('nodejs');
    await fill();
    let left = SPARES;
    const hit = await rounds(ROUNDS.hit, async () => {
      if (left === 0) left = await fill();
      left -= 1;
      return launched('nodejs');
    });
    return { hit, miss: await rounds(ROUNDS.miss, () => launched(OTHER)) };
  });
  const row = { unit: 's', what: 'add workspace → VS Code answers' };
  return [
    {
      ...row,
      what: `${row.what}, made ahead, p50`,
      ours: percentile(hit, 0.5),
      against: 'not made ahead',
      reference: percentile(miss, 0.5),
      aim: '—',
    },
    {
      ...row,
      what: `${row.what}, made ahead, p95`,
      ours: percentile(hit, 0.95),
      against: 'not made ahead',
      reference: percentile(miss, 0.95),
      aim: '≤ 0.3 s',
    },
    {
      ...row,
      what: `${row.what}, not made ahead, p50`,
      ours: percentile(miss, 0.5),
      against: 'the same with SLIPWAY_SPARES=0',
      reference: percentile(today, 0.5),
      aim: '≤ 1 ×',
    },
  ];
}

async function rounds(count: number, work: () => Promise<number>): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round <= count; round += 1) seconds.push(await work());
  return seconds.slice(1);
}

type Launched = (language: string) => Promise<number>;

/** One after another, each with the machine to itself. */
async function onStage<T>(
  settings: Record<string, string>,
  measure: (launched: Launched, fill: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const stage = await startServerStage(settings);
  const outside = openFromOutside(stage.databaseUrl);
  let round = 0;
  const launched = async (language: string) => {
    await outside.untilIdle();
    round += 1;
    const from = performance.now();
    const id = await add(stage, round, language);
    // In the database, so that asking doesn't keep the server from answering.
    while ((await outside.sql`select status from instances where id = ${id}`)[0]?.status !== 'Active') await delay(5);
    const taken = (performance.now() - from) / 1000;
    await stage.call('POST', `/workspaces/${id}/delete`, {});
    return taken;
  };
  try {
    return await measure(launched, () => fill(outside));
  } finally {
    await outside.close();
    await stage.close();
  }
}

/** As the cron does each minute. */
async function fill({ sql, untilIdle }: ReturnType<typeof openFromOutside>): Promise<number> {
  await untilIdle();
  for (;;) {
    const [row] = await sql`select count(*)::int as there from spares where status = 'ready'`;
    if (row?.there === SPARES) return SPARES;
    await sql`select graphile_worker.add_job('workspaces.keep-spares', '{}'::json, job_key => 'bench.keep-spares')`;
    await untilIdle();
    await delay(200);
  }
}
