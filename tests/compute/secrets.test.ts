import { once } from 'node:events';
import Docker from 'dockerode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpStopped } from '#server/features/instances/back-up-stopped.ts';
import { BACKUP_LABEL } from '#server/features/instances/backup.ts';
import { containerName } from '#server/features/instances/index.ts';
import { addSecret, type SecretInput } from '#server/features/secrets/add-secret.ts';
import { deleteSecret } from '#server/features/secrets/delete-secret.ts';
import { listSecrets } from '#server/features/secrets/list-secrets.ts';
import { updateSecret } from '#server/features/secrets/update-secret.ts';
import { snapshotImage } from '#server/features/snapshots/index.ts';
import { commandLine } from '#server/gateway/ssh/commands.ts';
import { runners } from '#server/kinds.ts';
import { HOUR } from '#server/platform/clock.ts';
import { snapshotWorkspace, startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

const PLANTED = 'planted-7c1e54f0a9';
const FOLDER = '/dev/shm/slipway-secrets';
/** What a careless quoting would run, cut or expand. */
const AWKWARD = `${PLANTED} "it's" \`id\` $(id) $HOME \\n
second line é鍵 !!`;
const BYTES = Buffer.concat([Buffer.from(PLANTED), Buffer.from([0, 255, 10, 13])]);

let life: Lifecycle;
let docker: Docker;
let id: string;

const add = (input: Partial<SecretInput> & Pick<SecretInput, 'name' | 'value'>) =>
  addSecret(life.context, { owner: 'person', kind: 'text', repositories: null, ...input });

beforeAll(async () => {
  life = await Lifecycle.open();
  docker = new Docker({ socketPath: life.dependencies.config.dockerSocket });
  await life.work();
  await add({ name: 'AWKWARD', value: AWKWARD });
  await add({ name: 'KEY_FILE', kind: 'file', value: BYTES.toString('base64'), owner: 'organization' });
  await add({ name: 'ELSEWHERE', value: PLANTED, repositories: ['github.com/acme/*'] });
  id = await life.add({ name: 'with secrets' });
  await life.until(id, 'Active');
});
afterAll(() => life?.close());

/** What a process prints that starts as each way in starts it. */
const WAYS: Record<string, (command: string) => Promise<string>> = {
  'ssh with a command': (command) => printed(commandLine({ kind: 'exec', command }, { tty: false })),
  'ssh without a terminal': (command) => printed(commandLine({ kind: 'shell' }, { tty: false }), `${command}\n`),
  'a shell on a terminal': onTerminal,
  'a terminal of the IDE': (command) => printed(['env', '-i', 'HOME=/home/dev', 'bash', '-ic', command]),
  'a task of the IDE': (command) => printed(['bash', '-c', command]),
};

async function printed(command: string[], input = ''): Promise<string> {
  return (await life.engine.run(containerName('workspace', id), { command, cwd: '/', input })).stdout.trim();
}

async function onTerminal(command: string): Promise<string> {
  const shell = await life.engine.exec(containerName('workspace', id), {
    command: commandLine({ kind: 'shell' }, { tty: true }),
    env: { HOME: '/home/dev', TERM: 'dumb' },
    cwd: '/',
    tty: true,
  });
  const chunks: Buffer[] = [];
  shell.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  shell.stderr.resume();
  shell.stdin.write(`stty -echo; printf 'beg''in '; ${command}; printf ' e''nd'; exit\n`);
  await once(shell.stdout, 'end');
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\r', '');
  return /begin (.*) end/s.exec(text)?.[1]?.trim() ?? text;
}

test.each(Object.keys(WAYS))('%s has them in its environment, and nothing for other repositories', async (way) => {
  expect(await WAYS[way]?.('printenv AWKWARD')).toBe(AWKWARD);
  expect(await WAYS[way]?.('printenv KEY_FILE')).toBe(`${FOLDER}/KEY_FILE`);
  expect(await WAYS[way]?.('printenv ELSEWHERE || echo none')).toBe('none');
});

test('each is a file on a tmpfs that dev alone reads, with exactly its bytes', async () => {
  expect(await life.shell(id, 'base64 -w 0 "$KEY_FILE"')).toBe(BYTES.toString('base64'));
  expect(await life.shell(id, `cat ${FOLDER}/AWKWARD`)).toBe(AWKWARD);
  expect(await life.shell(id, `stat -c '%a %U %n' ${FOLDER} ${FOLDER}/*; stat -f -c %T ${FOLDER}`)).toBe(
    [`750 root ${FOLDER}`, `400 dev ${FOLDER}/AWKWARD`, `400 dev ${FOLDER}/KEY_FILE`, 'tmpfs'].join('\n'),
  );
  expect(await life.shell(id, `sudo -u nobody cat ${FOLDER}/AWKWARD 2>&1 || true`)).toContain('Permission denied');
  expect(await life.shell(id, 'AWKWARD=mine bash -c "printenv AWKWARD"')).toBe('mine');
});

test('the delivery is told by name, in the log of the launch and in the audit log', async () => {
  const texts = (await life.messages(id)).map(({ message_text: text }) => text);
  expect(texts).toContain('Secrets: AWKWARD, KEY_FILE.');
  const rows = await life.dependencies.sql`
    select details from audit_log where action = 'secrets.deliver' and target_id = ${id} order by id`;
  const { userId } = life.context.actor;
  expect(rows.map(({ details }) => details)).toEqual([
    { secrets: 'AWKWARD (person), KEY_FILE (organization)', user: userId, why: 'start' },
  ]);
  const [used, unused] = await listSecrets(life.context, { owner: 'person' });
  expect([used?.last_used, unused?.last_used]).toEqual([expect.any(String), null]);
});

test('added, changed and removed ones reach a running workspace, and shells inside others too', async () => {
  const added = await add({ name: 'LATER', value: 'first' });
  const seen = async (value: string, way: (command: string) => Promise<string>) =>
    expect.poll(() => way('printenv LATER || echo none'), { timeout: 60_000 }).toBe(value);
  const inside = (command: string) =>
    life.shell(id, `env LATER=old SLIPWAY_SECRETS_READ=older SLIPWAY_SECRETS_NAMES=LATER bash -c '${command}'`);
  for (const way of Object.values(WAYS)) await seen('first', way);
  await updateSecret(life.context, { id: added.id, value: 'second' });
  for (const way of [...Object.values(WAYS), inside]) await seen('second', way);
  await deleteSecret(life.context, { id: added.id });
  for (const way of [...Object.values(WAYS), inside]) await seen('none', way);
  expect(await life.shell(id, `ls -A ${FOLDER}`)).toBe('.environment\nAWKWARD\nKEY_FILE');
});

test('after a stop they are handed over anew', async () => {
  await stopWorkspace(life.context, { id });
  await life.idle();
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  expect(await life.shell(id, 'printenv AWKWARD')).toBe(AWKWARD);
});

test('a planted one is in no definition, image, snapshot, backup, log or row', async () => {
  const container = containerName('workspace', id);
  const known = async (what: unknown) => expect(JSON.stringify(what)).not.toContain(PLANTED);
  await known(await docker.getContainer(container).inspect());
  await known(await life.engine.logs(container, { tail: 10_000 }));
  await known(await life.messages(id));
  await stopWorkspace(life.context, { id });
  await life.idle();
  const snapshot = await snapshotWorkspace(life.context, { id });
  await life.idle();
  const clock = { now: () => new Date(Date.now() + HOUR) };
  await backUpStopped({ ...life.dependencies, clock }, runners);
  const [backup] = await life.engine.listImages({ [BACKUP_LABEL]: id });
  const images = [snapshotImage(snapshot.id), backup?.tags[0] ?? ''];
  for (const image of images) {
    await known([await docker.getImage(image).inspect(), await docker.getImage(image).history()]);
    const made = await docker.createContainer({ Image: image });
    try {
      expect(await contains((await made.export()) as NodeJS.ReadableStream, PLANTED), image).toBe(false);
    } finally {
      await made.remove();
    }
  }
  const tables = await life.dependencies.sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`;
  for (const { name } of tables) {
    const rows = await life.dependencies.sql.unsafe(
      `select 1 from ${name} t where t::text like '%${PLANTED}%' limit 1`,
    );
    expect(rows, name).toHaveLength(0);
  }
});

async function contains(stream: NodeJS.ReadableStream, text: string): Promise<boolean> {
  let kept = Buffer.alloc(0);
  let found = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    kept = Buffer.concat([kept, chunk]);
    found ||= kept.includes(text);
    kept = kept.subarray(-text.length);
  }
  return found;
}
