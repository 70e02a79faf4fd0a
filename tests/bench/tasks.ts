import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createImages } from '#server/compute/images.ts';
import { containerName } from '#server/features/instances/index.ts';
import { openDatabase } from '#server/platform/database.ts';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import { engine, startContainer } from '#tests/gateway/container.ts';
import { API_PORT, type ServerStage, startServerStage } from './server-stage.ts';
import { staff } from './staff.ts';
import { percentile, type Row } from './table.ts';

const AT_ONCE = 20;
/** Of three shared workspaces a person, one is what the other two are copies of. */
const PER_USER = 2;
const SOFTWARE = { language: 'nodejs', database: 'postgresql' };
const AGENT = '(umask 077; printf %s "$SLIPWAY_TOKEN" >~/agent-token); sleep 100000';

interface Task {
  id: string;
  copyId: string;
  sourceId: string;
  secret: string;
  marker: string;
  token: string;
}

/**
 * A task by itself, then twenty added in the same moment, each in a copy made from a snapshot that is there, until their
 * commands run. Then a file, a row, a secret and a token of each are looked for in all others.
 * @throws Error if one is found
 */
export async function benchTasks(): Promise<Row[]> {
  const stage = await startServerStage();
  const { sql, close } = openDatabase(stage.databaseUrl, 1);
  /** Seconds from being added until the copy of each ran, and its command. */
  const secondsOf = async (tasks: Task[]) => {
    const rows = await sql<{ copy: number; command: number }[]>`
      select extract(epoch from i.launched_at - t.created_at)::float as copy,
        extract(epoch from t.resumed_at - t.created_at)::float as command
      from tasks t join instances i on i.id = t.copy_id where t.id = any(${tasks.map(({ id }) => id)})`;
    return { copies: rows.map(({ copy }) => copy), commands: rows.map(({ command }) => command) };
  };
  try {
    const sources = await prepare(stage);
    const alone = await secondsOf([await begin(stage, sources[AT_ONCE / PER_USER] as Source, 0)]);
    const [oneByHand = Number.NaN] = await runByHand(1);
    const tasks = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        begin(stage, sources[Math.floor(index / PER_USER)] as Source, index),
      ),
    );
    const { copies, commands } = await secondsOf(tasks);
    const byHand = await runByHand(AT_ONCE);
    await mustBeApart(tasks);
    const against = 'a container with the same database run by hand';
    const together = { unit: 's', against: `${AT_ONCE} of them in parallel`, aim: '' };
    const median = (of: number[]) => percentile(of, 0.5);
    return [
      {
        ...{ what: 'task added → its command runs', unit: 's', ours: median(alone.commands) },
        ...{ against, reference: oneByHand, aim: '≤ 2 s', note: `its copy after ${median(alone.copies).toFixed(1)} s` },
      },
      {
        ...together,
        what: `${AT_ONCE} tasks added at once → a copy runs, median`,
        ...{ ours: median(copies), reference: median(byHand), note: `each: ${listed(copies)}` },
      },
      {
        ...together,
        what: `${AT_ONCE} tasks added at once → a command runs, median`,
        ...{ ours: median(commands), reference: median(byHand), aim: '≤ 2 s', note: `each: ${listed(commands)}` },
      },
      {
        ...together,
        what: `${AT_ONCE} tasks added at once → all commands run`,
        ...{ ours: Math.max(...commands), reference: Math.max(...byHand), note: 'no trace of one in another' },
      },
    ];
  } finally {
    await close();
    await stage.close();
  }
}

const listed = (seconds: number[]) =>
  seconds
    .toSorted((a, b) => a - b)
    .map((each) => each.toFixed(1))
    .join(' ');

async function mustBeApart(tasks: Task[]): Promise<void> {
  for (const task of tasks) await plant(task);
  const traces = await Promise.all(tasks.map((task) => tracesIn(task, tasks)));
  const opened = await Promise.all(tasks.map((task, index) => tokenOpens(task, tasks[(index + 1) % AT_ONCE] as Task)));
  const found = [...traces, ...opened].flat();
  if (found.length > 0) throw new Error(`tasks see each other:\n${found.join('\n')}`);
}

interface Source {
  id: string;
  snapshotId: string;
}

/** A stopped workspace with a database and a snapshot for each person, and a secret for each task. */
async function prepare(stage: ServerStage): Promise<Source[]> {
  const people = await staff(stage, AT_ONCE / PER_USER + 1);
  for (let index = 0; index < AT_ONCE; index++) {
    const secret = { owner: 'organization', kind: 'text', repositories: null };
    await stage.call('POST', '/secrets/add', { ...secret, name: secretOf(index), value: `value of ${index}.` });
  }
  const sources: Source[] = [];
  for (const { userId, sshKeyId } of people) {
    const { id } = await stage.call<{ id: string }>('POST', '/workspaces/add', {
      ...{ name: 'shop', user_id: userId, ssh_key_id: sshKeyId, server_id: 'shared', ide_image_id: 'none' },
      ...{ deployment_type: 'new_container', ...SOFTWARE },
    });
    await until(stage, id, 'Active');
    await stage.call('POST', `/workspaces/${id}/stop`, {});
    await until(stage, id, 'Offline');
    const taken = await stage.call<{ snapshotID: string }>('POST', `/workspaces/${id}/snapshot`, {});
    sources.push({ id, snapshotId: taken.snapshotID });
  }
  type Snapshots = { rows: { id: string; status: string; status_detail: string | null }[] };
  for (const { snapshotId } of sources) {
    for (;;) {
      const { rows } = await stage.call<Snapshots>('GET', '/workspaces/snapshots');
      const taken = rows.find(({ id }) => id === snapshotId);
      if (taken?.status === 'Active') break;
      if (taken?.status === 'Failed') throw new Error(`a snapshot failed: ${taken.status_detail}`);
      await delay(100);
    }
  }
  return sources;
}

const secretOf = (index: number) => `TASK_SECRET_${index}`;

async function begin(stage: ServerStage, source: Source, index: number): Promise<Task> {
  const secret = secretOf(index);
  const { taskID, workspaceID } = await stage.call<{ taskID: string; workspaceID: string }>('POST', '/tasks/add', {
    ...{ workspace_id: source.id, snapshot_id: source.snapshotId, title: `Task ${index}`, instructions: '' },
    ...{ command: AGENT, scopes: ['read', 'use'], secrets: [secret] },
  });
  for (;;) {
    const { state, reason } = await stage.call<{ state: string; reason: string | null }>('GET', `/tasks/${taskID}`);
    if (state === 'running') break;
    if (state !== 'preparing') throw new Error(`a task became ${state}: ${reason}`);
    await delay(50);
  }
  const task = {
    id: taskID,
    copyId: workspaceID,
    sourceId: source.id,
    secret,
    marker: randomBytes(16).toString('hex'),
  };
  return {
    ...task,
    token: await inside(workspaceID, 'until [ -s ~/agent-token ]; do sleep 0.1; done; cat ~/agent-token'),
  };
}

async function runByHand(count: number): Promise<number[]> {
  process.env.SLIPWAY_TEST_IMAGE = await createImages().ensureImage(engine, SOFTWARE);
  const from = performance.now();
  const seconds: number[] = [];
  const containers = await Promise.all(
    Array.from({ length: count }, async () => {
      const container = await startContainer({ cpuCores: 1 });
      const command = ['bash', '-lc', 'until psql -qc "select 1"; do sleep 0.05; done'];
      await engine.run(container.id, { command });
      seconds.push((performance.now() - from) / 1000);
      return container;
    }),
  );
  await Promise.all(containers.map((container) => container.remove()));
  return seconds;
}

/** As the command finds it: with the environment of a login. */
async function inside(copyId: string, script: string): Promise<string> {
  const command = ['bash', '-lc', script];
  const { exitCode, stdout, stderr } = await engine.run(containerName('workspace', copyId), { command });
  if (exitCode !== 0) throw new Error(`${script}: ${exitCode} ${stderr}`);
  return stdout.trim();
}

const plant = ({ copyId, marker }: Task) =>
  inside(
    copyId,
    `echo ${marker} >~/project/planted.txt; psql -qc "create table planted as select '${marker}' as marker"`,
  );

/** What this task can see of the others. */
async function tracesIn(task: Task, all: Task[]): Promise<string[]> {
  const look =
    'env; cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n"; cat ~/agent-token; grep -rhs . ~/project; pg_dump "$DATABASE_URL"';
  const seen = await inside(task.copyId, look);
  const missing = ['marker', 'secret', 'token'].filter((name) => !seen.includes(task[name as 'marker']));
  if (missing.length > 0) throw new Error(`a task has lost its own ${missing.join(' and ')}`);
  return all.flatMap((other) => {
    if (other === task) return [];
    const leaked = [other.marker, `${other.secret}=`, other.token].filter((theirs) => seen.includes(theirs));
    return leaked.map((each) => `${each} of ${other.id} in ${task.id}`);
  });
}

/** The workspaces besides its own that a task's token opens, by the API and by the tools of agents. */
async function tokenOpens(task: Task, other: Task): Promise<string[]> {
  const read = async (workspaceId: string) => {
    const address = `http://127.0.0.1:${API_PORT}/api/workspaces/${workspaceId}`;
    return (await fetch(address, { headers: { [SESSION_HEADER]: task.token } })).text();
  };
  const run = async (workspace: string) => {
    const params = { name: 'run_command', arguments: { workspace, command: 'echo in-$((1+2))' } };
    const answer = await fetch(`http://127.0.0.1:${API_PORT}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${task.token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return answer.text();
  };
  const opens = (read: string, ran: string) => [read.includes('"workspace_status"'), ran.includes('in-3')];
  const own = [await read(task.copyId), await run(task.copyId)] as const;
  if (opens(...own).includes(false)) throw new Error(`a token does not open its own copy: ${own.join('\n')}`);
  const opened: string[] = [];
  for (const id of [other.copyId, task.sourceId]) {
    if (opens(await read(id), await run(id)).includes(true)) opened.push(`the token of ${task.id} opens ${id}`);
  }
  return opened;
}

async function until(stage: ServerStage, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { workspace_status: status } = await stage.call<{ workspace_status: string }>('GET', `/workspaces/${id}`);
    if (status === wanted) return;
    if (status === 'Deleted') throw new Error(`${id} was deleted instead of ${wanted}`);
    await delay(50);
  }
}
