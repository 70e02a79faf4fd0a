import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { FAILED } from '#server/platform/graceful-stop.ts';

const DOOMED = path.join(import.meta.dirname, 'doomed.ts');
type Line = { level?: number; msg?: string; err?: { message: string; stack: string }; failed?: boolean; port?: number };

/** A process with the server's own last resort, in which something goes wrong; how it ends, and what it said. */
function start(fault: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', DOOMED, fault], { stdio: 'pipe' });
  const said: Line[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line) as Line));
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(([[code]]) => code as number);
  return { child, said, ended };
}

const messages = (said: Line[]) => said.map(({ msg }) => msg).filter(Boolean);

test.each(['thrown', 'again', 'close fails'])(
  'an error that nobody caught is logged, all is closed, and the process ends for another to take its place (%s)',
  async (fault) => {
    const { said, ended } = start(fault);
    expect(await ended).toBe(FAILED);
    // A line that found the pipe full is written again, maybe after the next one.
    const line = said.find(({ err }) => err?.message === 'nobody catches this');
    expect(line).toMatchObject({ level: 60 });
    expect(line?.err?.stack).toContain('doomed.ts');
    expect(said.find(({ msg }) => msg === 'closed first opened')).toMatchObject({ failed: true });
  },
);

test('what can’t be closed does not keep it', async () => {
  const { said, ended } = start('hangs');
  expect(await ended).toBe(FAILED);
  expect(messages(said)).not.toContain('closed first opened');
});

test('a promise that failed unheard is logged, and everybody is served as before', async () => {
  const { child, said, ended } = start('rejection');
  await expect
    .poll(() => said.find(({ err }) => err))
    .toMatchObject({ level: 50, err: { message: 'nobody waits for this' } });
  const port = said.find((line) => line.port)?.port;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('served');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said.find(({ msg }) => msg === 'closed first opened')).toMatchObject({ failed: false });
});

test('the end of whoever reads its output is nothing to it', async () => {
  const { child, said, ended } = start('rejection');
  await expect.poll(() => said.some((line) => line.port)).toBe(true);
  const port = said.find((line) => line.port)?.port;
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('served');
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
  void ended;
});

test('a second SIGTERM, from whoever passes the first one on, cuts nothing short', async () => {
  const { child, said, ended } = start('slow');
  await expect.poll(() => said.some((line) => line.port)).toBe(true);
  child.kill('SIGTERM');
  await expect.poll(() => messages(said)).toContain('closing');
  child.kill('SIGTERM');
  child.stdin.end('go on');
  expect(await ended).toBe(0);
  expect(said.find(({ msg }) => msg === 'closed first opened')).toMatchObject({ failed: false });
});
