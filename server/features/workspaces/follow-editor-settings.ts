import { and, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Engine, FoundFile } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { containerName, readInstance, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import {
  digestOf,
  type EditorFiles,
  type EditorSettings,
  filesToWrite,
  KEYBINDINGS_FILE,
  readEditorSettings,
  SETTINGS_FILE,
  SNIPPETS_FOLDER,
} from './editor-settings.ts';
import { workspaceKind } from './kind.ts';
import { editorSettings, workspaces } from './tables.ts';

type Needs = Pick<Dependencies, 'clock' | 'db' | 'engines' | 'log' | 'secrets'>;

const FOLDER = '/home/dev/.local/share/code-server/User';
const MAX_BYTES = 256 * 1024;
const READ_MS = 5_000;
/** Of the person's other workspaces, those that were used last. */
const OTHERS = 5;
/** Use is noted from time to time. */
const NOTED_WITHIN_MS = 10 * MINUTE;
/** By then somebody who opened it has woken it. */
const AWAKE_MS = 3_000;

/** Writes what is on standard input, where something differs; as the person, so that VS Code can change it. */
const WRITE = `const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
for (const [name, content] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
  const file = join('${FOLDER}', name);
  if (content === null) { rmSync(file, { force: true }); continue; }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file + '.new', content);
  renameSync(file + '.new', file);
}`;

/** Somebody opens it in VS Code, or it was just started: it gets its person's settings in the background. */
export async function bringEditorSettings(
  { clock, db }: Pick<Dependencies, 'clock' | 'db'>,
  { id, ide, asleepSince }: Pick<WorkspaceRecord, 'id' | 'ide' | 'asleepSince'>,
): Promise<void> {
  if (ide === 'none') return;
  const options = { key: `workspaces.editor-settings:${id}`, maxAttempts: 3 };
  const runAt = asleepSince && new Date(clock.now().getTime() + AWAKE_MS);
  await addJob(db, 'workspaces.editor-settings', { id }, { ...options, ...(runAt && { runAt }) });
}

/**
 * VS Code's settings follow a person: what they changed last in any of their workspaces is what they find in this one.
 * The last change wins. What a workspace came with, such as the settings in somebody else's snapshot, follows nobody.
 */
export async function followEditorSettings(dependencies: Needs, id: string): Promise<void> {
  const workspace = await readInstance(dependencies, workspaceKind, id);
  if (!workspace || workspace.ide === 'none') return;
  const { organizationId, userId } = workspace;
  const { clock, db, secrets } = dependencies;
  const theirs = and(eq(editorSettings.organizationId, organizationId), eq(editorSettings.userId, userId));
  await db.insert(editorSettings).values({ organizationId, userId }).onConflictDoNothing();
  const [before] = await db.select().from(editorSettings).where(theirs);
  if (!before?.follow) return;
  const lookedAt = clock.now();
  const others = await listOthers(dependencies, workspace, before.lookedAt);
  const seen = await Promise.all([workspace, ...others].map((each) => look(dependencies, each)));
  const [self] = seen;
  if (!self) return;
  const wanted = await db.transaction(async (tx) => {
    const [kept] = await tx.select().from(editorSettings).where(theirs).for('update');
    if (!kept?.follow) return null;
    let newest = kept.changedAt?.getTime() ?? 0;
    let last: EditorSettings | null = kept.sealed ? (JSON.parse(secrets.open(kept.sealed)) as EditorSettings) : null;
    for (const each of seen) {
      if (!each) continue;
      const { record, now, digest, changedAt } = each;
      if (record.editorDigest !== null && record.editorDigest !== digest && changedAt >= newest) {
        [newest, last] = [changedAt, now];
      }
      if (each !== self) await tx.update(workspaces).set({ editorDigest: digest }).where(eq(workspaces.id, record.id));
    }
    await tx
      .update(editorSettings)
      .set({
        ...(seen.every((each) => each !== null) && { lookedAt }),
        ...(last && { sealed: secrets.seal(JSON.stringify(last)), changedAt: new Date(newest) }),
      })
      .where(theirs);
    return last ?? self.now;
  });
  if (!wanted) return;
  const writes = filesToWrite(self.files, wanted);
  if (writes.size > 0 && !(await write(dependencies, workspace, writes))) return;
  await db
    .update(workspaces)
    .set({ editorDigest: digestOf(wanted) })
    .where(eq(workspaces.id, id));
}

/** Those of the same person whose settings may have changed since they were last looked through. */
async function listOthers(
  { db }: Needs,
  { id, organizationId, userId }: WorkspaceRecord,
  lookedAt: Date | null,
): Promise<WorkspaceRecord[]> {
  const since = new Date((lookedAt?.getTime() ?? 0) - NOTED_WITHIN_MS);
  const used = and(
    eq(instances.organizationId, organizationId),
    eq(instances.userId, userId),
    ne(instances.id, id),
    inArray(instances.status, ['Active', 'Offline']),
    isNotNull(instances.containerId),
    ne(workspaces.ide, 'none'),
    gt(workspaces.lastAccessAt, since),
  );
  const [...found] = await readRecords(db, workspaceKind, used);
  return found.sort((a, b) => (b.lastAccessAt?.getTime() ?? 0) - (a.lastAccessAt?.getTime() ?? 0)).slice(0, OTHERS);
}

interface Look {
  record: WorkspaceRecord;
  files: EditorFiles;
  now: EditorSettings;
  digest: string;
  changedAt: number;
}

/** Null if it can't be told: its machine is away, or a file isn't what VS Code reads. */
async function look({ clock, engines, log }: Needs, record: WorkspaceRecord): Promise<Look | null> {
  try {
    const engine: Engine = engines.get(record.engineId);
    const container = containerName('workspace', record.id);
    const parts = await Promise.all(
      [SETTINGS_FILE, KEYBINDINGS_FILE, SNIPPETS_FOLDER].map((name) =>
        engine.readFiles(container, `${FOLDER}/${name}`, { maxBytes: MAX_BYTES, timeoutMs: READ_MS }),
      ),
    );
    const found: [string, FoundFile][] = parts.flatMap((part) => [...part]);
    const files = new Map(found.map(([name, { content }]) => [name, content.toString('utf8')]));
    const now = readEditorSettings(files);
    const changed = Math.max(0, ...found.map(([, file]) => file.changedAt.getTime()));
    // What a file says it was written in the future would win for ever.
    const changedAt = Math.min(changed, clock.now().getTime());
    return now && { record, files, now, digest: digestOf(now), changedAt };
  } catch (error) {
    if (!isEngineError(error)) throw error;
    log.info({ err: error, workspaceId: record.id }, 'settings of VS Code could not be read');
    return null;
  }
}

async function write(
  { engines, log }: Needs,
  { id, engineId }: WorkspaceRecord,
  writes: Map<string, string | null>,
): Promise<boolean> {
  try {
    const command = ['/opt/node/24/bin/node', '-e', WRITE];
    const input = JSON.stringify(Object.fromEntries(writes));
    const { exitCode, stderr } = await engines
      .get(engineId)
      .run(containerName('workspace', id), { command, input }, { timeoutMs: READ_MS });
    if (exitCode === 0) return true;
    log.info({ workspaceId: id, stderr }, 'settings of VS Code could not be written');
  } catch (error) {
    if (!isEngineError(error)) throw error;
    log.info({ err: error, workspaceId: id }, 'settings of VS Code could not be written');
  }
  return false;
}
