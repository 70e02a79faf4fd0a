import { engine, listening, startContainer } from '#tests/gateway/container.ts';
import { type ServerStage, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const ROUNDS = 4;
const IDE_PORT = 7080;

/** Launch and start of a workspace through the API, against the same container made and started by hand, in turns. */
export async function benchLaunch(): Promise<Row[]> {
  const stage = await startServerStage();
  const seconds = { launch: [] as number[], start: [] as number[], run: [] as number[], startAgain: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await timed(seconds.launch, () => launch(stage, round));
      await stage.call('POST', `/workspaces/${id}/stop`, {});
      await until(stage, id, 'Offline');
      await timed(seconds.start, async () => {
        await stage.call('POST', `/workspaces/${id}/start`, {});
        await until(stage, id, 'Active');
      });
      await stage.call('POST', `/workspaces/${id}/delete`, {});

      const container = await timed(seconds.run, async () => {
        const started = await startContainer({ ide: true, cpuCores: 1 });
        await listening(started.id, IDE_PORT);
        return started;
      });
      await engine.stop(container.id);
      await timed(seconds.startAgain, async () => {
        await engine.start(container.id);
        await listening(container.id, IDE_PORT);
      });
      await container.remove();
    }
  } finally {
    await stage.close();
  }
  // The first round also builds what is missing.
  const median = (of: number[]) => percentile(of.slice(1), 0.5);
  const row = { unit: 's', aim: '≤ 1.15 ×' };
  return [
    {
      ...row,
      what: 'add workspace → ready',
      ours: median(seconds.launch),
      against: 'container run until its IDE listens',
      reference: median(seconds.run),
    },
    {
      ...row,
      what: 'start an Offline workspace → Active',
      ours: median(seconds.start),
      against: 'container start until its IDE listens',
      reference: median(seconds.startAgain),
    },
  ];
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  into.push((performance.now() - from) / 1000);
  return result;
}

export async function launch(stage: ServerStage, round: number): Promise<string> {
  const id = await add(stage, round);
  await until(stage, id, 'Active');
  return id;
}

/** Adds a shared workspace without a database, and doesn't wait for it. */
export async function add(stage: ServerStage, round: number, language = 'nodejs'): Promise<string> {
  const { id } = await stage.call<{ id: string }>('POST', '/workspaces/add', {
    name: `bench ${round}`,
    user_id: stage.owner.userId,
    ssh_key_id: stage.sshKeyId,
    server_id: 'shared',
    deployment_type: 'new_container',
    language,
    database: 'none',
  });
  return id;
}

async function until(stage: ServerStage, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { workspace_status: status } = await stage.call<{ workspace_status: string }>('GET', `/workspaces/${id}`);
    if (status === wanted) return;
    const { messages } = await stage.call<{ messages: { message_code: string; message_text: string }[] }>(
      'GET',
      `/workspaces/${id}/setup`,
    );
    const failed = messages.find((message) => message.message_code === 'ER1');
    if (failed) throw new Error(failed.message_text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
