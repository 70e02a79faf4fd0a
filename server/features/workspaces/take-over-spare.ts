import { eq } from 'drizzle-orm';
import { EngineError, isEngineError } from '../../compute/engine-error.ts';
import { noteSpareClaim } from '../../platform/metrics.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { askPage, containerName, joinNetwork, type Work } from '../instances/index.ts';
import { spares } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { setGitIdentity } from './git-identity.ts';
import { IDE_HEALTH } from './wait-until-ready.ts';

const TIMEOUT_MS = 5_000;

/**
 * Makes the container of the spare that a new workspace took its own: awake, on its organization's network, with its
 * names. Web IDE and database are ready then. Can be repeated.
 * @returns its image; null if the workspace took none, or it was of no use and is removed
 */
export async function takeOverSpare(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  { engine, progress }: Work,
): Promise<{ image: string } | null> {
  const { db, log } = dependencies;
  const mine = eq(spares.id, workspace.id);
  const [spare] = await db.select().from(spares).where(mine);
  if (!spare) return null;
  const container = containerName('workspace', workspace.id);
  try {
    // First: while the engine joins a network, it does nothing else with a container.
    await engine.thaw(container, { timeoutMs: TIMEOUT_MS });
    const reached = async () => {
      await joinNetwork(dependencies, engine, workspace, container);
      const fault = await askPage({ engine, container, timeoutMs: TIMEOUT_MS }, IDE_HEALTH);
      if (fault !== null) throw new EngineError('other', `the spare does not answer: ${fault}`);
    };
    await Promise.all([reached(), setGitIdentity(dependencies, engine, workspace)]);
    progress.say('W07', say('workspaces.ideAnswers'));
    await db.delete(spares).where(mine);
    return { image: spare.image };
  } catch (error) {
    if (!isEngineError(error)) throw error;
    log.warn({ err: error, workspaceId: workspace.id }, 'a spare is of no use: a container is made');
    noteSpareClaim('failed');
    await engine.remove(container);
    await db.delete(spares).where(mine);
    return null;
  }
}

/** Gives up the spare of a workspace that is made of another image after all. Can be repeated. */
export async function leaveSpare(
  { db }: Pick<Dependencies, 'db'>,
  { id }: Pick<WorkspaceRecord, 'id'>,
  { engine }: Pick<Work, 'engine'>,
): Promise<void> {
  const mine = eq(spares.id, id);
  const [spare] = await db.select({ id: spares.id }).from(spares).where(mine);
  if (!spare) return;
  await engine.remove(containerName('workspace', id));
  await db.delete(spares).where(mine);
}
