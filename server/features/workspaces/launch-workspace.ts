import { INIT_READY } from '#shared/features/workspaces/model.ts';
import type { Services } from '../context.ts';
import { launch, orAborted, startContainer, stopEarlierRun, type Work } from '../instances/index.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { type Cloned, cloneProject } from './clone-project.ts';
import { createRedactor } from './clone-repository.ts';
import { keepDatabaseLogin } from './keep-database-login.ts';
import { workspaceKind } from './kind.ts';
import { makeContainer } from './make-container.ts';
import { containerName } from './names.ts';
import { type ProjectPorts, prepareProject } from './prepare-project.ts';
import { waitForDatabase, waitForIde } from './wait-until-ready.ts';

/** Its init message is written once the container was started by this launch or start. */
const STARTED = 'W04';

/**
 * Brings a Pending workspace to Active: makes its container when it never was Active, starts it, waits until it can be
 * worked in. Called under the workspace's lock. @throws what is worth another try, as `launch` has it
 */
export async function launchWorkspace(
  services: Services,
  workspace: WorkspaceRecord,
  signal: AbortSignal,
): Promise<void> {
  const credentials = workspace.gitCredentials ? services.secrets.open(workspace.gitCredentials) : null;
  const steps = {
    bringUp: (work: Work) => bringUp(services, workspace, credentials, work),
    redact: createRedactor(credentials),
    ready: { code: INIT_READY, text: 'The workspace is ready.' },
  };
  await launch(services, workspaceKind, workspace, steps, signal);
}

/** What a launch found out, as columns of the workspace. */
type Made = Pick<WorkspaceRecord, 'image' | 'gitCredentials'> & Partial<Cloned> & ProjectPorts;

async function bringUp(
  services: Services,
  workspace: WorkspaceRecord,
  credentials: string | null,
  work: Work,
): Promise<Made> {
  const { engine, progress, signal } = work;
  const container = containerName(workspace.id);
  const first = workspace.launchedAt === null;
  // After a restore its container is made again, of the safety copy.
  const { image } = workspace.containerId === null ? await makeContainer(services, workspace, work) : workspace;
  signal.throwIfAborted();
  if (!(first && workspace.revision === 1)) {
    await stopEarlierRun(services, workspaceKind, workspace, engine, STARTED);
  }
  // It was asked for while the workspace was stopped: that state is kept, then work goes on.
  if (!first) await takeSnapshots(services, engine, workspace.id);
  await startContainer(engine, container);
  progress.say(STARTED, 'The container has started.');
  const siblings = new AbortController();
  const both = AbortSignal.any([signal, siblings.signal]);
  const parts: Promise<void>[] = [];
  if (workspace.ide !== 'none') {
    parts.push(waitForIde(engine, container, both).then(() => progress.say('W07', 'The web IDE answers.')));
  }
  if (workspace.database !== 'none') {
    parts.push(waitForDatabase(engine, container, both).then(() => progress.say('W05', 'The database is ready.')));
    parts.push(keepDatabaseLogin(services, engine, workspace));
  }
  const cloning = cloneProject(services, engine, workspace, { credentials, progress, late: !first });
  try {
    const [cloned] = await orAborted(signal, Promise.all([cloning, ...parts]));
    const done = cloned?.cloneStatus === 'cloned';
    const ports = done ? await prepareProject(services, engine, workspace, { progress, signal }) : {};
    return { image, gitCredentials: null, ...cloned, ...ports };
  } finally {
    siblings.abort();
  }
}
