import { expect, test } from 'vitest';
import type { Engine, ExecRequest } from '#server/compute/engine.ts';
import { type Commands, noCommands, type Stage } from '#server/features/workspaces/devcontainer-commands.ts';
import { runStages } from '#server/features/workspaces/run-project-commands.ts';

const commands: Commands = {
  ...noCommands(),
  onCreateCommand: [
    { name: 'one', command: ['a'] },
    { name: 'two', command: ['b'] },
  ],
  postCreateCommand: [{ name: null, command: ['c', `$\{containerWorkspaceFolder}`] }],
  postStartCommand: [{ name: null, command: ['d'] }],
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
  expect(ran).toEqual(['a', 'b', 'c /home/dev/project', 'd']);
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
  expect((await run({ from: 'updateContentCommand' })).ran).toEqual(['c /home/dev/project', 'd']);
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
