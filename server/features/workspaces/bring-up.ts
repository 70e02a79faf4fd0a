import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { isOverImage } from '../../compute/over-image.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import {
  abortable,
  backupOfLost,
  containerName,
  startContainer,
  stopEarlierRun,
  type Work,
} from '../instances/index.ts';
import { snapshotImage, takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { type Cloned, cloneProject } from './clone-project.ts';
import { deliverAtStart } from './deliver-secrets.ts';
import { findDevcontainer } from './find-devcontainer.ts';
import { finishGoBack } from './finish-go-back.ts';
import { bringEditorSettings } from './follow-editor-settings.ts';
import { setGitIdentity } from './git-identity.ts';
import { installDotfiles } from './install-dotfiles.ts';
import { keepDatabaseLogin } from './keep-database-login.ts';
import { workspaceKind } from './kind.ts';
import { makeContainer } from './make-container.ts';
import { type ProjectColumns, prepareProject, startProject } from './prepare-project.ts';
import { haveProjectImage, mayHaveOwnImage, type ProjectImage } from './project-image.ts';
import { replaceDeployKey } from './replace-deploy-key.ts';
import { leaveSpare, takeOverSpare } from './take-over-spare.ts';
import { waitForDatabase, waitForIde, waitForOverImage } from './wait-until-ready.ts';

/** Marks that this launch or start has started the container. */
const STARTED = 'W04';

/** What a launch found out, as columns of the workspace. */
type Made = Pick<WorkspaceRecord, 'image' | 'gitCredentials'> & OwnColumns & Partial<Cloned> & ProjectColumns;

/** A project's own image has none of Slipway's databases. */
type OwnColumns = Partial<Pick<WorkspaceRecord, 'projectImage' | 'database' | 'databasePassword'>>;

/** Creates its container if it never was Active, starts it, and waits until it can be used. */
export async function bringUp(dependencies: Dependencies, asked: WorkspaceRecord, work: Work): Promise<Made> {
  const { engine, progress, signal } = work;
  const whole = await finishGoBack(dependencies, engine, asked, progress);
  const credentials = whole.gitCredentials ? dependencies.secrets.open(whole.gitCredentials) : null;
  const first = whole.launchedAt === null;
  const { image, isUp = false, own = {} } = await haveContainer(dependencies, whole, work);
  const workspace = { ...whole, ...own };
  signal.throwIfAborted();
  if (!(first && workspace.revision === 1)) {
    await stopEarlierRun(dependencies, workspaceKind, workspace, engine, STARTED);
  }
  // A snapshot requested while the workspace was stopped: save that state, then continue.
  if (!first) await takeSnapshots(dependencies, engine, workspaceKind, workspace);
  if (!isUp) await startContainer(dependencies, workspaceKind, workspace, engine);
  if (first && own.projectImage) await waitForOverImage(engine, containerName('workspace', workspace.id));
  progress.say(STARTED, say('services.containerStarted'));
  if (first) await replaceDeployKey(dependencies, engine, workspace, progress);
  const siblings = new AbortController();
  const both = AbortSignal.any([signal, siblings.signal]);
  const parts = isUp ? [] : comeUp(dependencies, workspace, { ...work, signal: both });
  const cloning = cloneProject(dependencies, engine, workspace, { credentials, progress, late: !first });
  // Beside everything else, so that a start takes no longer.
  const finding = mayHaveProject(workspace) ? findDevcontainer(engine, workspace.id) : null;
  const delivering = deliverAtStart(dependencies, engine, workspace, progress);
  try {
    const [clone, hidden, found] = await abortable(signal, Promise.all([cloning, delivering, finding, ...parts]));
    const { from, ...cloned }: Partial<NonNullable<typeof clone>> = clone ?? {};
    const project = { found, progress: hidden, signal, ...(from && { from }) };
    const columns =
      cloned.cloneStatus === 'cloned'
        ? await prepareProject(dependencies, engine, workspace, project)
        : { projectStage: await startProject(dependencies, engine, workspace, project) };
    if (first) await abortable(signal, installDotfiles(dependencies, engine, workspace, hidden));
    await bringEditorSettings(dependencies, workspace);
    return { image, ...own, gitCredentials: null, projectStage: null, ...cloned, ...columns };
  } finally {
    siblings.abort();
  }
}

/** What takes a while after its container has started. */
function comeUp(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  { engine, progress, signal }: Work,
): Promise<void>[] {
  const container = containerName('workspace', workspace.id);
  const parts: Promise<void>[] = [];
  if (workspace.ide !== 'none') {
    parts.push(waitForIde(engine, container, signal).then(() => progress.say('W07', say('workspaces.ideAnswers'))));
  }
  if (workspace.database !== 'none') {
    parts.push(
      waitForDatabase(engine, container, signal).then(() => progress.say('W05', say('workspaces.databaseReady'))),
    );
    parts.push(keepDatabaseLogin(dependencies, engine, workspace));
  }
  parts.push(setGitIdentity(dependencies, engine, workspace));
  return parts;
}

/** From an earlier run or a snapshot; what is still to be cloned is looked at when it is there. */
function mayHaveProject({ cloneStatus, launchedAt, snapshotId, restoreId }: WorkspaceRecord): boolean {
  return cloneStatus !== 'pending' && (launchedAt !== null || snapshotId !== null || restoreId !== null);
}

/**
 * After a restore or going back its container is created again, from the safety copy or restore point; if the engine has
 * lost it, from its backup.
 */
async function haveContainer(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  work: Work,
): Promise<Pick<WorkspaceRecord, 'image'> & { isUp?: boolean; own?: OwnColumns }> {
  if (workspace.containerId === null) {
    await removeEarlier(workspace, work);
    const mayHaveOwn = mayHaveOwnImage(workspace);
    const own = mayHaveOwn ? await haveProjectImage(dependencies, workspace, work) : null;
    if (mayHaveOwn) await removeOfOtherImage(workspace, own, work);
    if (own) {
      await leaveSpare(dependencies, workspace, work);
      const without = { database: 'none', databasePassword: null };
      const made = await makeContainer(dependencies, { ...workspace, ...without }, work, { own });
      return { ...made, own: { projectImage: own.name, ...without } };
    }
    const spare = await takeOverSpare(dependencies, workspace, work);
    return spare ? { ...spare, isUp: true } : makeContainer(dependencies, workspace, work);
  }
  const backup = await backupOfLost(dependencies, workspaceKind, workspace, work);
  if (backup) await makeContainer(dependencies, workspace, work, { backup });
  return workspace;
}

/** Going back was cut off before the container it was until then had been removed. */
async function removeEarlier({ id, restoreId }: WorkspaceRecord, { engine }: Work): Promise<void> {
  if (restoreId === null) return;
  const image = await imageOf(engine, id);
  if (image !== null && image !== snapshotImage(restoreId)) await engine.remove(containerName('workspace', id));
}

/** An earlier attempt of this launch may have seen the repository when this one doesn't, or the other way round. */
async function removeOfOtherImage(
  { id }: WorkspaceRecord,
  own: ProjectImage | null,
  { engine }: Pick<Work, 'engine'>,
): Promise<void> {
  const image = await imageOf(engine, id);
  if (image === null) return;
  if (own ? image !== own.image : isOverImage(image)) await engine.remove(containerName('workspace', id));
}

/** What the container of a workspace was made of; null without one. */
async function imageOf(engine: Engine, id: string): Promise<string | null> {
  return engine.inspect(containerName('workspace', id)).then(
    (state) => state.image,
    (error) => {
      if (!isEngineError(error, 'not-found')) throw error;
      return null;
    },
  );
}
