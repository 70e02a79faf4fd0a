import { listening, startContainer } from '#tests/gateway/container.ts';
import { openFromOutside } from './from-outside.ts';
import { type ServerStage, startServerStage } from './server-stage.ts';
import { type Person, staff } from './staff.ts';
import { percentile, type Row } from './table.ts';

const AT_ONCE = 8;
const PER_USER = 3;
const ROUNDS = 3;
const IDE_PORT = 7080;

/** Eight workspaces added in the same moment until all can be worked in, against eight containers made by hand. */
export async function benchTogether(): Promise<Row[]> {
  const stage = await startServerStage();
  const outside = openFromOutside(stage.databaseUrl);
  const [ours, byHand]: [number[], number[]] = [[], []];
  try {
    const people = await staff(stage, Math.ceil(AT_ONCE / PER_USER));
    for (let round = 0; round < ROUNDS; round++) {
      const ids: string[] = [];
      await timed(ours, () =>
        Promise.all(Array.from({ length: AT_ONCE }, async (_, index) => ids.push(await launch(stage, people, index)))),
      );
      await Promise.all(ids.map((id) => stage.call('POST', `/workspaces/${id}/delete`, {})));
      // Safety copies are made and containers removed before the next round is measured.
      await outside.untilIdle();

      const containers = await timed(byHand, () => Promise.all(Array.from({ length: AT_ONCE }, runOne)));
      await Promise.all(containers.map((container) => container.remove()));
    }
  } finally {
    await outside.close();
    await stage.close();
  }
  // The first round also builds what is missing.
  const median = (of: number[]) => percentile(of.slice(1), 0.5);
  return [
    {
      what: `${AT_ONCE} workspaces added at once → all ready`,
      unit: 's',
      ours: median(ours),
      against: `${AT_ONCE} parallel container runs until their IDEs listen`,
      reference: median(byHand),
      aim: '≤ 1.25 ×',
    },
  ];
}

async function launch(stage: ServerStage, people: Person[], index: number): Promise<string> {
  const person = people[Math.floor(index / PER_USER)];
  if (!person) throw new Error('too few people');
  const { id } = await stage.call<{ id: string }>('POST', '/workspaces/add', {
    name: `together ${index}`,
    user_id: person.userId,
    ssh_key_id: person.sshKeyId,
    server_id: 'shared',
    deployment_type: 'new_container',
    language: 'nodejs',
    database: 'none',
  });
  for (;;) {
    const { workspace_status: status } = await stage.call<{ workspace_status: string }>('GET', `/workspaces/${id}`);
    if (status === 'Active') return id;
    if (status !== 'Pending') throw new Error(`a workspace became ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function runOne() {
  const started = await startContainer({ ide: true, cpuCores: 1 });
  await listening(started.id, IDE_PORT);
  return started;
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  into.push((performance.now() - from) / 1000);
  return result;
}
