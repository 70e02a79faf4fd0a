import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CallOptions, Engine, ExecRequest } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { type Commands, noCommands, type Stage } from '#server/features/workspaces/devcontainer-commands.ts';
import { runStages } from '#server/features/workspaces/run-project-commands.ts';

const commands: Commands = {
  ...noCommands(),
  onCreateCommand: [
    { name: 'one', command: ['a'], line: 2 },
    { name: 'two', command: ['b'], line: 3 },
  ],
  postCreateCommand: [{ name: null, command: ['c'], line: 5 }],
  postStartCommand: [{ name: null, command: ['d'], line: 6 }],
};

/** Runs the stages where `failing` is the program that ends with exit code 7. */
async function run(stages: Parameters<typeof runStages>[2], failing?: string, signal = new AbortController().signal) {
  const ran: string[] = [];
  const said: string[] = [];
  const next: (Stage | null)[] = [];
  const engine = {
    async run(_: string, { command }: ExecRequest) {
      const wanted = command.slice(6);
      ran.push(wanted.join(' '));
      return { exitCode: wanted[0] === failing ? 7 : 0, stdout: '', stderr: '' };
    },
  } as unknown as Engine;
  const say = (_: string, text: string) => void said.push(text);
  const progress = { say, output: () => (line: string) => say('', line), tail: () => '', flush: async () => undefined };
  const work = { engine, workspace: { id: 'one' }, progress, signal };
  const onNext = async (stage: Stage | null) => void next.push(stage);
  return { left: await runStages(work, commands, { ...stages, onNext }), ran, said, next };
}

test('stages run in their order, each line named by its command', async () => {
  const { left, ran, said, next } = await run({ from: 'onCreateCommand' });
  expect(ran).toEqual(['a', 'b', 'c', 'd']);
  expect(next).toEqual(['postCreateCommand', 'postStartCommand', null]);
  expect(left).toBe(null);
  expect(said).toContain('onCreateCommand one: $ a');
  expect(said.at(-1)).toBe('postStartCommand is done.');
});

test('what a workspace doesn’t wait for is left, and can be gone on with', async () => {
  const first = await run({ from: 'onCreateCommand', before: 2 });
  expect([first.ran, first.left]).toEqual([['a', 'b'], 'postCreateCommand']);
  const none = await run({ from: 'onCreateCommand', before: 0 });
  expect([none.ran, none.left]).toEqual([[], 'onCreateCommand']);
  expect((await run({ from: 'updateContentCommand' })).ran).toEqual(['c', 'd']);
});

test('one that fails lets those beside it end, and stops those after it', async () => {
  const { left, ran, said } = await run({ from: 'onCreateCommand' }, 'a');
  expect(ran).toEqual(['a', 'b']);
  expect(left).toBe(null);
  expect(said).toContain(
    'onCreateCommand one ended with exit code 7. The workspace works all the same; run it again in a terminal.',
  );
  expect(said).toContain('onCreateCommand two is done.');
  expect(said.at(-1)).toBe('Skipped because of that: postCreateCommand, postStartCommand.');
});

test('a stop ends it without a word about what it ended', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(run({ from: 'onCreateCommand' }, 'a', stopped)).rejects.toThrow('stopped');
});

describe('at a first launch', () => {
  const GB = 2 ** 30;
  const one: Commands = { ...noCommands(), onCreateCommand: [{ name: null, command: ['fill'], line: 4 }] };
  afterEach(() => vi.useRealTimers());

  /** Runs it on a disk of 2 GB; `work` is what its command does. */
  async function launch(work: (options?: CallOptions) => Promise<number>, { usedBytes = 0, startsMore = true } = {}) {
    const said: string[] = [];
    let outputs = 0;
    const engine = {
      async run(
        _: string,
        { command, onOutput }: ExecRequest & { onOutput?: (line: string) => void },
        options?: CallOptions,
      ) {
        if (command[0] === 'sh') return { exitCode: startsMore ? 0 : 2, stdout: '', stderr: '' };
        for (let line = 0; line < 6000; line += 1) onOutput?.('x'.repeat(5000));
        return { exitCode: await work(options), stdout: '', stderr: '' };
      },
      diskBytes: async () => usedBytes,
    } as unknown as Engine;
    const output = () => (line: string) => {
      outputs += line.length;
    };
    const say = (_: string, text: string) => void said.push(text);
    const progress = { say, output, tail: () => '', flush: async () => undefined };
    const { signal } = new AbortController();
    const run = { engine, workspace: { id: 'one' }, progress, signal, limits: { diskGb: 2 } };
    const failure = await runStages(run, one, { from: 'onCreateCommand' }).then(
      () => null,
      (error: Error) => error,
    );
    return { failure, said, outputs };
  }

  test('a command that never ends fails it, with its line', async () => {
    const { failure, said } = await launch((options) =>
      Promise.reject(new EngineError('timeout', String(options?.timeoutMs))),
    );
    expect(failure).toMatchObject({
      name: 'LaunchError',
      message: 'onCreateCommand in line 4 didn’t end within 10 minutes.',
    });
    expect(said).toEqual([
      'Running onCreateCommand.',
      expect.stringContaining('The rest of what onCreateCommand writes'),
    ]);
  });

  test('a disk that is full once the command has ended fails it', async () => {
    const { failure } = await launch(async () => 0, { usedBytes: 2 * GB });
    const message = 'onCreateCommand in line 4 wrote more than the 2 GB that this workspace’s disk has.';
    expect(failure).toMatchObject({ name: 'LaunchError', message });
  });

  test('a disk that fills while the command runs fails it, and nothing more is said of that', async () => {
    vi.useFakeTimers();
    let end = (_code: number) => {};
    const launched = launch(() => new Promise((resolve) => (end = resolve)), { usedBytes: 3 * GB });
    await vi.advanceTimersByTimeAsync(15_000);
    end(1);
    const { failure, said } = await launched;
    expect(failure?.message).toContain('wrote more than the 2 GB');
    await vi.runAllTimersAsync();
    expect(said).not.toContainEqual(expect.stringContaining('exit code'));
  });

  test('so many processes that nothing else starts fail it', async () => {
    const { failure } = await launch(async () => 254, { startsMore: false });
    const message = 'onCreateCommand in line 4 started so many processes that no other program can start.';
    expect(failure).toMatchObject({ name: 'LaunchError', message });
  });

  test('it goes on where nothing is broken, and its log has a bounded length', async () => {
    const { failure, outputs } = await launch(async () => 0, { usedBytes: GB });
    expect(failure).toBeNull();
    expect(outputs).toBeLessThan(5000 * 2100);
  });
});
