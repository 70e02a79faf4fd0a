import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { containerName } from '#server/features/instances/index.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { holdWorkspace, releaseWorkspace } from '#server/features/workspaces/hold-workspace.ts';
import { listIdleWarnings } from '#server/features/workspaces/list-idle-warnings.ts';
import { terminalName } from '#server/features/workspaces/names.ts';
import { pauseIdle } from '#server/features/workspaces/pause-idle.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { run } from '#tests/gateway/run.ts';
import { createSshClient, type Identity, type SshClient } from '#tests/gateway/ssh-client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

const PORT = await freePort();

let life: Lifecycle;
let gateway: SshGateway;
let client: SshClient;
let me: Identity;
let folder: string;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-sleep-'));
  const hostKeys = await loadHostKeys(folder);
  gateway = await createSshGateway({ ...life.dependencies, directory: createDirectory(life.dependencies), hostKeys });
  await gateway.listen(PORT, '127.0.0.1');
  client = await createSshClient(PORT, hostKeys);
  me = await client.makeKey('ed25519', life.context.actor.userId);
  const { publicKey, fingerprint } = me.key;
  await life.dependencies.db.update(sshKeys).set({ publicKey, fingerprint }).where(eq(sshKeys.id, life.sshKeyId));
});
afterEach(() => life.clear());
afterAll(async () => {
  await gateway?.close();
  await client?.remove();
  await life?.close();
  if (folder) await rm(folder, { recursive: true });
});

async function launched(name: string) {
  const id = await life.add({ name });
  await life.until(id, 'Active');
  const { slug } = await life.get(id);
  const args = (command: string, options: string[] = []) => [
    ...client.options(me),
    ...['-p', String(PORT), ...options],
    `${slug}@127.0.0.1`,
    command,
  ];
  return {
    id,
    ssh: (command: string, options?: string[]) => run('ssh', args(command, options)),
    open: (command: string) => spawn('ssh', args(command)),
    get: () => life.get(id),
    /** As the cron does: a look every minute. */
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        life.dependencies.clock.advance(MINUTE);
        await pauseIdle(life.dependencies);
      }
    },
  };
}

test('a command marked over SSH keeps its workspace awake until it has ended; then it is warned of, paused, and woken', async () => {
  const { id, ssh, open, get, pass } = await launched('holder');
  await ssh('echo stays >~/kept');
  const holding = open('slipway hold sleep 1000');
  await life.condition(async () => (await life.shell(id, 'slipway held')).startsWith('sleep 1000'), 'the mark');
  await pass(40);
  expect(await get()).toMatchObject({ workspace_status: 'Active', held: { command: 'sleep 1000' } });
  expect(await listIdleWarnings(life.context)).toEqual([]);

  const ended = once(holding, 'exit');
  await life.shell(id, 'pkill -x sleep');
  await ended;
  await pass(1);
  expect(await get()).toMatchObject({ held: null });
  expect((await get()).status_changes[0]).toMatchObject({ cause: 'hold_ended', detail: 'sleep 1000' });
  await pass(24);
  expect(await listIdleWarnings(life.context)).toEqual([]);
  await pass(1);
  expect(await listIdleWarnings(life.context)).toMatchObject([{ id, name: 'holder' }]);
  await pass(5);
  expect((await get()).status_changes[0]).toMatchObject({ status: 'Offline', cause: 'idle' });
  expect(await listIdleWarnings(life.context)).toEqual([]);
  await life.condition(async () => !(await life.isRunning(id)), 'its container to stop');

  const woken = await ssh('cat ~/kept');
  expect(woken).toMatchObject({ code: 0, stdout: Buffer.from('stays\n') });
  expect(woken.stderr).toContain('The workspace is ready.');
  expect((await get()).workspace_status).toBe('Active');
});

test('what runs in the web terminal is held, and let go again', async () => {
  const { id, get } = await launched('terminal');
  const refusal = (promise: Promise<unknown>) => promise.catch((error: Error) => error.message);
  expect(await refusal(holdWorkspace(life.context, { id }))).toContain('Open the terminal');
  const terminal = await life.engine.exec(containerName('workspace', id), {
    command: ['/usr/local/lib/slipway/slipway-terminal', terminalName(life.context.actor.userId), 'bash', '--norc'],
    tty: true,
    cols: 80,
    rows: 24,
  });
  terminal.stdout.resume();
  await life.condition(
    async () => /nothing/i.test(String(await refusal(holdWorkspace(life.context, { id })))),
    'a shell',
  );
  terminal.stdin.write('sleep 500 | cat\r');
  await life.condition(async () => (await refusal(holdWorkspace(life.context, { id }))) === 'cat', 'the hold');
  expect((await get()).held).toMatchObject({ command: 'cat' });
  await releaseWorkspace(life.context, { id });
  expect((await get()).held).toBeNull();
});

test('a stop by hand is not undone by an editor that reconnects, but by a person at a terminal', async () => {
  const { id, ssh, open, get } = await launched('stopped');
  const editor = open('echo connected; sleep 1000');
  await once(editor.stdout, 'data');
  const cut = once(editor, 'exit');
  await stopWorkspace(life.context, { id });
  await cut;
  for (const attempt of [1, 2]) {
    const again = await ssh('echo reconnected');
    expect(again.code, `attempt ${attempt}`).toBe(255);
    expect(again.stderr).toMatch(/stopped manually while you were connected.*run “ssh .*stopped/);
  }
  expect((await get()).workspace_status).toBe('Offline');
  const person = await ssh('echo awake', ['-tt']);
  expect(person).toMatchObject({ code: 0 });
  expect(person.stdout.toString()).toContain('awake');
  // Nobody is connected at the next stop: whoever comes then comes anew.
  life.dependencies.clock.advance(MINUTE);
  await stopWorkspace(life.context, { id });
  await life.idle();
  expect(await ssh('echo fresh')).toMatchObject({ code: 0, stdout: Buffer.from('fresh\n') });
});
