import { and, eq } from 'drizzle-orm';
import type { ImageChoice } from '../../compute/images.ts';
import type { Dependencies } from '../context.ts';
import {
  containerName,
  ensureContainer,
  type InitProgress,
  prepareToJoin,
  type Spare,
  withWorkLock,
} from '../instances/index.ts';
import { spares } from '../instances/tables.ts';
import { keepDatabaseLogin } from './keep-database-login.ts';
import { workspaceKind } from './kind.ts';
import { specOf } from './make-container.ts';
import { waitForDatabase, waitForIdeApart } from './wait-until-ready.ts';

/** Nobody waits for it. */
const SILENT: InitProgress = {
  say: () => undefined,
  output: () => () => undefined,
  tail: () => '',
  flush: async () => undefined,
};

/**
 * Makes the container of a spare that its row asks for, starts it, and freezes it once its web IDE and database answer.
 * Until a workspace takes it, it is on no network. @throws EngineError, LaunchError; nothing is left then
 */
export async function makeSpare(
  dependencies: Dependencies,
  spare: Spare,
  choice: ImageChoice,
  signal: AbortSignal,
): Promise<void> {
  const { db, engines } = dependencies;
  const { id, engineId, databasePassword, diskGb } = spare;
  const engine = engines.get(engineId);
  const container = containerName('workspace', id);
  // Its workspace will have another name; programs may tell this one to others.
  const record = { ...spare, slug: `workspace-${id.slice(-8)}` };
  const make = async () => {
    await ensureContainer(
      dependencies,
      workspaceKind,
      record,
      { engine, progress: SILENT, signal },
      {
        ensureImage: () => dependencies.images.ensureImage(engine, choice),
        spec: await specOf(dependencies, { id, name: '', serverId: 'shared', diskGb, ide: 'vscode', databasePassword }),
        apart: true,
      },
    );
    await engine.start(container);
    await Promise.all([
      waitForIdeApart(engine, container),
      databasePassword === null ? undefined : waitForDatabase(engine, container, signal),
      keepDatabaseLogin(dependencies, engine, { id, database: choice.database, databasePassword }),
    ]);
    await prepareToJoin(dependencies, engine, spare.organizationId, container);
    await engine.freeze(container);
    // It may have had to make room meanwhile.
    const asked = and(eq(spares.id, id), eq(spares.status, 'making'));
    const made = await db.update(spares).set({ status: 'ready' }).where(asked).returning({ id: spares.id });
    if (made.length === 0) await engine.remove(container);
  };
  await withWorkLock(dependencies, `workspace.${id}`, async () => {
    try {
      await make();
    } catch (error) {
      await db.delete(spares).where(eq(spares.id, id));
      await engine.remove(container);
      throw error;
    }
  });
}
