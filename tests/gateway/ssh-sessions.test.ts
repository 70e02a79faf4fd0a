import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { engine } from './container.ts';
import { run } from './run.ts';
import { ADDRESS, createSshFixture, type SshFixture } from './ssh-fixture.ts';

let box: SshFixture;

beforeAll(async () => {
  box = await createSshFixture();
});
afterAll(() => box?.close());
beforeEach(() => box.reset());

/** Runs it with the languages of the person's own machine. */
const inLanguage = (env: Record<string, string>, args: string[], input?: string) =>
  run('ssh', ['-o', 'SendEnv=LANG LC_*', ...box.client.options(box.me), '-p', String(box.port), ...args], {
    env,
    input,
  });

test('waits for what a command left writing, on either output, and for nothing else', async () => {
  const late = await box.ssh(['(sleep 3; echo late; echo worse >&2) & echo now; exit 7']);
  expect(late).toMatchObject({ code: 7, stdout: Buffer.from('now\nlate\n'), stderr: 'worse\n' });
  const marker = 'while :; do sleep 1; done';
  const daemon = await box.ssh([`setsid sh -c '${marker}' >/dev/null 2>&1 & echo started`]);
  expect(daemon).toMatchObject({ code: 0, stdout: Buffer.from('started\n') });
  expect(await box.inside(`pgrep -fc '^sh -c ${marker}'; pkill -f '^sh -c ${marker}'`)).toBe('1\n');
});

test('reports how a command ended, also by a signal of its own', async () => {
  for (const [command, code] of [
    ['exit 0', 0],
    ['exit 255', 255],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
    ['exec >&- 2>&-; sleep 0.2; exit 9', 9],
    ['no-such-command', 127],
  ] as const) {
    expect([command, (await box.ssh([command])).code]).toEqual([command, code]);
  }
});

test.each<Record<string, string>>([
  { LANG: 'en_US.UTF-8' },
  { LANG: 'de_DE.UTF-8', LC_ALL: 'ja_JP.eucJP' },
  { LC_CTYPE: 'UTF-8', LC_TERMINAL: 'iTerm2' },
  { LANG: 'x; touch /tmp/hacked', LC_TIME: '$(touch /tmp/hacked)' },
])('a language that the workspace does not have is C.UTF-8 there, without a warning: %o', async (env) => {
  const command = 'perl -e1; bash -c true; python3 --version >/dev/null 2>&1; locale charmap; echo $LC_TERMINAL';
  const ended = await inLanguage(env, [ADDRESS, command]);
  expect(ended.stderr).toBe('');
  expect(ended.stdout.toString()).toBe(`UTF-8\n${env.LC_TERMINAL ?? ''}\n`);
  const shell = await inLanguage(env, ['-tt', ADDRESS], 'perl -e1; bash -c true; exit\n');
  expect(shell.stdout.toString()).not.toMatch(/warning|Setting locale/i);
  expect(await box.inside('ls /tmp/hacked 2>/dev/null')).toBe('');
});

test('a language that somebody has generated in the workspace stays', async () => {
  const command = ['sh', '-c', 'localedef -i en_GB -f UTF-8 en_GB.UTF-8'];
  expect((await engine.run(box.container.id, { user: 'root', command })).exitCode).toBe(0);
  const ended = await inLanguage({ LANG: 'en_GB.UTF-8' }, [ADDRESS, 'echo $LANG']);
  expect(ended).toMatchObject({ stderr: '', stdout: Buffer.from('en_GB.UTF-8\n') });
});

test('no folder is on the PATH twice', async () => {
  const twins = (shown: string) => {
    const folders = /PATH=(\S+)/.exec(shown)?.[1]?.split(':') ?? [];
    expect(folders).toContain('/home/dev/.local/bin');
    return folders.filter((folder, at) => folders.indexOf(folder) !== at);
  };
  expect(twins((await box.ssh(['echo PATH=$PATH'])).stdout.toString())).toEqual([]);
  const shell = await box.ssh(['-tt'], { input: 'echo "PA""TH=$PATH"; exit\n' });
  expect(twins(shell.stdout.toString())).toEqual([]);
});
