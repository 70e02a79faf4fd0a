import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProjectImageRefused } from '../../compute/project-image-refused.ts';
import { Unavailable, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL, LaunchError, readInstallationId, type Work } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { bringProjectImage, findLocal } from './bring-project-image.ts';
import { buildOwnImage } from './build-own-image.ts';
import { hostOf } from './clone-error.ts';
import { findDeployKey } from './deploy-keys.ts';
import { type Devcontainer, readDevcontainer } from './devcontainer.ts';
import { containerEnvironment, METADATA_LABEL, readImageMetadata } from './devcontainer-container.ts';
import { MAX_DEVCONTAINER_BYTES } from './devcontainer-json.ts';
import { devcontainerPlaces, PROJECT_FOLDER } from './find-devcontainer.ts';
import { findReachable } from './git-url.ts';
import { type RemoteRepository, withRemoteRepository } from './remote-repository.ts';

/** What a workspace is made of instead of Slipway's image for its languages. */
export interface ProjectImage {
  /** On its engine, with Slipway's parts over it. */
  image: string;
  /** As the project names it, for people. */
  name: string;
  /** Variables of its container. */
  env: Record<string, string>;
}

/** The devcontainer.json of a repository that isn't cloned yet. */
interface Proposal {
  file: string;
  wanted: Devcontainer;
}

/** A launch has more time than a form; what is to be built is fetched as a whole. */
const READ_TIMEOUT_MS = 2 * 60_000;

type Needs = Pick<Dependencies, 'config' | 'db' | 'engines' | 'images' | 'log' | 'secrets'>;

/** Whether a project's own image is still to be looked for: what exists, or is made of a snapshot, has its image. */
export function mayHaveOwnImage({ gitUrl, cloneStatus, snapshotId, restoreId, launchedAt }: WorkspaceRecord): boolean {
  return (
    gitUrl !== null && cloneStatus === 'pending' && snapshotId === null && restoreId === null && launchedAt === null
  );
}

/**
 * The image that a new workspace's repository asks for, pulled or built, and with Slipway's parts over it; null if it asks for
 * none, or this machine can't see the repository, which the log then says.
 * @throws LaunchError with the line of devcontainer.json, if there is an image that no workspace can be made of
 */
export async function haveProjectImage(
  dependencies: Needs,
  workspace: WorkspaceRecord,
  work: Work,
): Promise<ProjectImage | null> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-archive-'));
  try {
    const archive = join(folder, 'project.tar');
    const proposal = await readProposal(dependencies, workspace, work, archive);
    if (!proposal || proposal.wanted.refusals.length > 0) return null;
    if (proposal.wanted.build) return await buildImage(dependencies, workspace, work, { ...proposal, archive });
    return await pullImage(dependencies, workspace, work, proposal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws LaunchError */
async function buildImage(
  dependencies: Needs,
  workspace: WorkspaceRecord,
  work: Work,
  { file, wanted, archive }: Proposal & { archive: string },
): Promise<ProjectImage | null> {
  if (!wanted.build) return null;
  const { property, line, recipe } = wanted.build;
  const findLocalImage = (reference: string) => findLocal(work.engine, reference, dependencies.config);
  return orExplained({ file, property, line }, async () => {
    const image = await buildOwnImage(dependencies, workspace, work, { recipe, archive, findLocal: findLocalImage });
    const { organizationId: owner } = workspace;
    return overProjectImage(dependencies, workspace, work, { image, name: file, owner, wanted });
  });
}

/** @throws LaunchError */
async function pullImage(
  dependencies: Needs,
  workspace: WorkspaceRecord,
  work: Work,
  { file, wanted }: Proposal,
): Promise<ProjectImage | null> {
  if (!wanted.image) return null;
  const { reference, line } = wanted.image;
  const { config } = dependencies;
  const onOutput = work.progress.output('W01');
  work.progress.say('W01', say('workspaces.usesProjectImage', { image: reference }));
  return orExplained({ file, property: 'image', line }, async () => {
    const image = await bringProjectImage(work.engine, reference, { config, onOutput });
    return overProjectImage(dependencies, workspace, work, { image, name: reference, owner: null, wanted });
  });
}

interface OwnImage {
  /** A reference or id that the workspace's engine has. */
  image: string;
  /** For people. */
  name: string;
  /** The organization that built it; null if anybody could have pulled it. */
  owner: string | null;
  wanted: Devcontainer;
}

/**
 * Makes what a workspace can be made of from an image that its engine has.
 * @throws ProjectImageRefused with a sentence, EngineError
 */
export async function overProjectImage(
  dependencies: Needs,
  workspace: Pick<WorkspaceRecord, 'id' | 'database'>,
  { engine, progress }: Work,
  { image, name, owner, wanted }: OwnImage,
): Promise<ProjectImage> {
  const { labels } = await engine.inspectImage(image);
  const place = { folder: PROJECT_FOLDER, id: workspace.id };
  const metadata = readImageMetadata(labels[METADATA_LABEL], place);
  if (metadata.refusals.length > 0) {
    throw new ProjectImageRefused([say('devcontainer.imageAsks', { image: name }), ...metadata.refusals].join('\n'));
  }
  const installation = { [INSTALLATION_LABEL]: await readInstallationId(dependencies) };
  const onOutput = progress.output('W01');
  const request = { image, owner, labels: installation };
  const over = await dependencies.images.ensureOverImage(engine, request, { onOutput });
  if (workspace.database !== 'none') progress.say('W01', say('workspaces.projectImageNoDatabase'));
  return { image: over, name, env: containerEnvironment(wanted.container, metadata) };
}

/** @throws LaunchError with the property and its line where `work` refuses the image */
async function orExplained<T>(
  { file, property, line }: { file: string; property: string; line: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProjectImageRefused)) throw error;
    const where = say('devcontainer.imageUnusable', { file, property, line });
    throw new LaunchError([where, error.message].join('\n'), '', { cause: error });
  }
}

/**
 * What the repository says before there is a container to clone it into, and itself if its image is to be built; null if
 * this machine can't see it.
 */
async function readProposal(
  { config, db, log, secrets }: Needs,
  workspace: WorkspaceRecord,
  { progress }: Work,
  archiveTo: string,
): Promise<Proposal | null> {
  const { id, gitUrl: url, gitRef: ref, gitCredentials } = workspace;
  if (url === null) return null;
  try {
    const key = await findDeployKey(db, id);
    const addresses = await findReachable(hostOf(url).host.replace(/^\[|\]$/g, ''), { allow: config.egressAllow });
    const deployKey = key?.privateKey ? secrets.open(key.privateKey) : null;
    const credentials = gitCredentials ? secrets.open(gitCredentials) : null;
    const remote = { url, ref, credentials, deployKey, addresses };
    const read = async ({ files, read, archive }: RemoteRepository) => {
      const [file, ...others] = devcontainerPlaces(files);
      if (file === undefined || others.length > 0) return null;
      const text = (await read([file], MAX_DEVCONTAINER_BYTES + 1)).get(file);
      if (text === undefined) return null;
      const wanted = readDevcontainer(text, { folder: PROJECT_FOLDER, id, file });
      if (wanted.build && wanted.refusals.length === 0) await archive(archiveTo);
      return { file, wanted };
    };
    return await withRemoteRepository(remote, read, { timeoutMs: READ_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof Unavailable)) throw error;
    // The clone says what is wrong with the repository, and where only workspaces see it, nothing is.
    log.info({ err: error, workspaceId: id }, 'no image of the project was looked for');
    progress.say('W01', say('workspaces.projectImageNotSeen'));
    return null;
  }
}
