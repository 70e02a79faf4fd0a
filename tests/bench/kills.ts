import { containerName } from '#server/features/instances/index.ts';
import { INSTALLATION_LABEL, WORKSPACE_LABEL } from '#server/features/instances/names.ts';
import { snapshotImage } from '#server/features/snapshots/index.ts';
import { openDatabase, type Sql } from '#server/platform/database.ts';
import { engine } from '#tests/gateway/container.ts';
import { type ServerStage, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

/** After a restart everything must be in order within this time. */
const MENDED_WITHIN_MS = 75_000;
const MOMENT_WITHIN_MS = 60_000;

type Action = 'create' | 'start' | 'stop' | 'snapshot' | 'delete';

/** Where a workspace stands, as its rows and the engine have it. */
interface Sight {
  sql: Sql;
  id: string;
  snapshotId: string;
}

const said = async ({ sql, id }: Sight, text: string) =>
  (
    await sql`select 1 from instance_init_messages m join instances w on w.id = m.instance_id and w.revision = m.revision
    where w.id = ${id} and m.text = ${text}`
  ).length > 0;
const taken = async ({ sql, id }: Sight) =>
  (await sql`select 1 from graphile_worker._private_jobs where locked_at is not null and key like ${`%${id}`}`).length >
  0;
const state = (sight: Sight) => engine.inspect(containerName('workspace', sight.id)).catch(() => null);
const atOnce = async () => true;

/** Twenty moments of the five things that are done with a workspace; the server is killed when one has come. */
const POINTS: { action: Action; when: string; moment: (sight: Sight) => Promise<boolean> }[] = [
  { action: 'create', when: 'the call was answered', moment: atOnce },
  { action: 'create', when: 'a worker took it', moment: taken },
  { action: 'create', when: 'the image was ready', moment: (sight) => said(sight, 'The image is ready.') },
  { action: 'create', when: 'there was a container', moment: async (sight) => (await state(sight)) !== null },
  { action: 'create', when: 'that was told', moment: (sight) => said(sight, 'The container is there.') },
  { action: 'create', when: 'the container ran', moment: async (sight) => (await state(sight))?.running === true },
  { action: 'create', when: 'that was told too', moment: (sight) => said(sight, 'The container has started.') },
  { action: 'create', when: 'the IDE answered', moment: (sight) => said(sight, 'The web IDE answers.') },
  { action: 'stop', when: 'the call was answered', moment: atOnce },
  { action: 'stop', when: 'a worker took it', moment: taken },
  { action: 'stop', when: 'the container had stopped', moment: async (sight) => !(await state(sight))?.running },
  { action: 'start', when: 'the call was answered', moment: atOnce },
  { action: 'start', when: 'a worker took it', moment: taken },
  { action: 'start', when: 'the container ran', moment: async (sight) => (await state(sight))?.running === true },
  { action: 'start', when: 'that was told', moment: (sight) => said(sight, 'The container has started.') },
  { action: 'snapshot', when: 'the call was answered', moment: atOnce },
  { action: 'snapshot', when: 'a worker took it', moment: taken },
  {
    action: 'snapshot',
    when: 'its image was there',
    moment: ({ snapshotId }) => engine.imageExists(snapshotImage(snapshotId)),
  },
  { action: 'delete', when: 'the call was answered', moment: atOnce },
  { action: 'delete', when: 'the container was gone', moment: async (sight) => (await state(sight)) === null },
];

/** Kills the server at twenty points; counts what is not in order again in time, and how long the order took. */
export async function benchKills(): Promise<Row[]> {
  const stage = await startServerStage();
  const { sql, close } = openDatabase(stage.databaseUrl, 2);
  const problems: string[] = [];
  const seconds: number[] = [];
  let id = '';
  try {
    for (const { action, when, moment } of POINTS) {
      id = await prepare(stage, sql, action, id);
      const sight = { sql, id, snapshotId: '' };
      if (action === 'create') sight.id = id = await add(stage);
      else sight.snapshotId = await act(stage, id, action);
      await condition(() => moment(sight), MOMENT_WITHIN_MS);
      const from = performance.now();
      await stage.killAndRestart();
      const mended = await condition(async () => (await wrong(sight, action)).length === 0, MENDED_WITHIN_MS);
      seconds.push((performance.now() - from) / 1000);
      const left = mended ? [] : await wrong(sight, action);
      problems.push(...left.map((each) => `${action}, when ${when}: ${each}`));
      console.error(
        `  ${action}, when ${when}: ${mended ? `in order after ${seconds.at(-1)?.toFixed(1)} s` : left.join('; ')}`,
      );
    }
  } finally {
    await close();
    await stage.close();
  }
  const what = `kill -9 at ${POINTS.length} points of create, start, stop, snapshot, delete`;
  return [
    {
      what: `${what}: left in disorder`,
      unit: '',
      ours: problems.length,
      against: '—',
      reference: null,
      aim: '0',
      note: problems.join('; '),
    },
    {
      what: `${what}: in order again (worst)`,
      unit: 's',
      ours: percentile(seconds, 1),
      against: '—',
      reference: null,
      aim: '≤ 60 s',
    },
  ];
}

/** A workspace as the action needs it: the one at hand, brought there, or a new one. */
async function prepare(stage: ServerStage, sql: Sql, action: Action, id: string): Promise<string> {
  const statusOf = async () =>
    (await sql`select status from instances where id = ${id}`)[0]?.status as string | undefined;
  const settle = (status: string) => condition(async () => (await statusOf()) === status, MOMENT_WITHIN_MS);
  if (action === 'create') {
    if (id) await stage.call('POST', `/workspaces/${id}/delete`, {});
    return '';
  }
  if (!id || (await statusOf()) === 'Deleted') {
    id = await add(stage);
    await settle('Active');
  }
  const wanted = action === 'start' || action === 'snapshot' ? 'Offline' : 'Active';
  if ((await statusOf()) !== wanted) {
    await stage.call('POST', `/workspaces/${id}/${wanted === 'Active' ? 'start' : 'stop'}`, {});
    await settle(wanted);
  }
  await condition(
    async () => (await state({ sql, id, snapshotId: '' }))?.running === (wanted === 'Active'),
    MOMENT_WITHIN_MS,
  );
  return id;
}

async function add(stage: ServerStage): Promise<string> {
  const { id } = await stage.call<{ id: string }>('POST', '/workspaces/add', {
    name: 'killed',
    user_id: stage.owner.userId,
    ssh_key_id: stage.sshKeyId,
    server_id: 'shared',
    deployment_type: 'new_container',
    language: 'nodejs',
    database: 'none',
  });
  return id;
}

async function act(stage: ServerStage, id: string, action: Exclude<Action, 'create'>): Promise<string> {
  const answer = await stage.call<{ snapshotID?: string }>('POST', `/workspaces/${id}/${action}`, {});
  return answer.snapshotID ?? '';
}

/** Everything that is not as it should be by now, in words. */
async function wrong(sight: Sight, action: Action): Promise<string[]> {
  const { sql, id } = sight;
  const found: string[] = [];
  const [row] = await sql`select status from instances where id = ${id}`;
  const wanted = { create: 'Active', start: 'Active', stop: 'Offline', snapshot: 'Offline', delete: 'Deleted' }[action];
  if (row?.status !== wanted) found.push(`the workspace is ${row?.status}`);
  const container = await state(sight);
  if ((container?.running ?? false) !== (wanted === 'Active')) found.push('its container is not');
  const unfinished = await sql`select id from snapshots where status not in ('Active', 'Deleted')`;
  if (unfinished.length > 0) found.push(`${unfinished.length} snapshots are not done`);
  const live = new Set(
    (await sql`select id from instances where kind = 'workspace' and status <> 'Deleted'`).map((each) =>
      String(each.id),
    ),
  );
  const [installation] = await sql`select id from installation`;
  const containers = await engine.list({ [INSTALLATION_LABEL]: String(installation?.id) });
  const orphans = containers.filter(({ labels }) => !live.has(labels[WORKSPACE_LABEL] ?? ''));
  if (orphans.length > 0) found.push(`${orphans.length} containers are orphans`);
  if (containers.length - orphans.length > live.size) found.push('a workspace has two containers');
  return found;
}

async function condition(holds: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}
