import { afterAll, beforeAll, expect, test } from 'vitest';
import { containerName, stopInstance } from '#server/features/instances/index.ts';
import { getEditorSettings, updateEditorSettings } from '#server/features/profile/editor-settings.ts';
import { followEditorSettings } from '#server/features/workspaces/follow-editor-settings.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { Lifecycle } from './lifecycle-support.ts';

const FOLDER = '/home/dev/.local/share/code-server/User';

let life: Lifecycle;
let first: string;
let second: string;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  [first, second] = await Promise.all([
    life.add({ name: 'first', ide: 'vscode' }),
    life.add({ name: 'second', ide: 'vscode' }),
  ]);
  for (const id of [first, second]) {
    await life.until(id, 'Active');
    // What each came with is known by then.
    await life.condition(async () => (await digestOf(id)) !== null, 'settings looked at');
  }
});
afterAll(() => life?.close());

async function digestOf(id: string): Promise<string | null> {
  const [row] = await life.dependencies.sql`select editor_digest from workspaces where id = ${id}`;
  return (row?.editor_digest as string | null) ?? null;
}

/** Somebody sets it in VS Code, now. */
async function set(id: string, settings: object): Promise<void> {
  await life.shell(id, `mkdir -p ${FOLDER} && cat >${FOLDER}/settings.json <<'END'\n${JSON.stringify(settings)}\nEND`);
  await life.dependencies.sql`update workspaces set last_access_at = now() where id = ${id}`;
}
async function opened(id: string): Promise<string> {
  await followEditorSettings(life.dependencies, id);
  return life.shell(id, `cat ${FOLDER}/settings.json 2>/dev/null || echo none`);
}

test('what was set in one workspace is there in the next, from a stopped one too, and nothing that names programs', async () => {
  expect(await opened(second)).not.toContain('Solarized');
  await set(first, { 'workbench.colorTheme': 'Solarized Light', 'git.path': '/tmp/other' });
  const there = await opened(second);
  expect(JSON.parse(there)).toMatchObject({ 'workbench.colorTheme': 'Solarized Light' });
  expect(there).not.toContain('git.path');
  expect(await opened(first)).toContain('/tmp/other');

  await set(first, { 'workbench.colorTheme': 'Monokai' });
  await life.shell(first, `touch -d 2099-01-01 ${FOLDER}/settings.json`);
  expect(await opened(second)).toContain('Monokai');
  await set(first, { 'workbench.colorTheme': 'Quiet Light' });
  await stopInstance(life.context, workspaceKind, { id: first });
  await life.until(first, 'Offline');
  await life.condition(async () => !(await life.isRunning(first)), 'stopped');
  expect(await opened(second)).toContain('Quiet Light');
  expect((await getEditorSettings(life.context)).changedAt).not.toBeNull();
});

test('whoever turns it off keeps their workspaces as they are, and nothing of theirs is kept', async () => {
  await updateEditorSettings(life.context, { follow: false });
  await set(second, { 'workbench.colorTheme': 'Abyss' });
  await followEditorSettings(life.dependencies, second);
  const [row] = await life.dependencies.sql`select sealed from editor_settings`;
  expect(row?.sealed).toBeNull();
  expect(await getEditorSettings(life.context)).toMatchObject({ follow: false, changedAt: null });
});

test('files are read however a container is; a link gives nothing away, and too much is refused', async () => {
  const container = containerName('workspace', second);
  await life.shell(
    second,
    'cd ~ && mkdir -p look/in && echo 1 >look/in/a && ln -s /etc/passwd look/link && mkfifo look/pipe',
  );
  const read = (path: string, maxBytes = 1000) => life.engine.readFiles(container, path, { maxBytes });
  const names = async (path: string) => [...(await read(path)).keys()];
  expect(await names('/home/dev/look')).toEqual(['look/in/a']);
  expect(await names('/home/dev/look/link')).toEqual([]);
  expect(await names('/home/dev/nothing')).toEqual([]);
  await life.engine.freeze(container);
  expect(await names('/home/dev/look')).toEqual(['look/in/a']);
  await life.engine.thaw(container);
  await expect(read('/usr/bin')).rejects.toThrow('more than 1000 bytes');
  await expect(life.engine.readFiles('no-such-container', '/', { maxBytes: 1 })).rejects.toMatchObject({
    kind: 'not-found',
  });
});
