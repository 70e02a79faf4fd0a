import type { Engine } from '../../compute/engine.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { containerName, type InitProgress, LaunchError } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { CloneRefused } from './clone-error.ts';
import { cloneRepository } from './clone-repository.ts';
import { findDeployKey } from './deploy-keys.ts';
import type { Stage } from './devcontainer-commands.ts';
import { laySample } from './lay-sample.ts';
import { updatePrepared } from './update-prepared.ts';

/** Columns that record how cloning went. */
export type Cloned = Pick<WorkspaceRecord, 'cloneStatus' | 'cloneDetail'>;

interface CloneWork {
  credentials: string | null;
  progress: InitProgress;
  /**
   * A launch continues without the repository only if adding its key can fix that; a later clone treats any failure so.
   */
  late: boolean;
}

/**
 * Clones what a workspace is still waiting for, or writes its sample project, and reports it; null if it waits for nothing.
 * `from` is the first of the project's commands to run, if a prepared copy has run those before it.
 * @throws LaunchError if the launch makes no sense without
 */
export async function cloneProject(
  dependencies: Dependencies,
  engine: Engine,
  workspace: WorkspaceRecord,
  { credentials, progress, late }: CloneWork,
): Promise<(Cloned & { from?: Stage }) | null> {
  if (workspace.cloneStatus !== 'pending') return null;
  if (workspace.sample) {
    const { sample } = workspace;
    await laySample(engine, containerName('workspace', workspace.id), { sample, onOutput: progress.output('W06') });
    progress.say('W06', say('workspaces.sampleLaid'));
    return { cloneStatus: 'cloned', cloneDetail: null };
  }
  if (!workspace.gitUrl) return null;
  const key = await findDeployKey(dependencies.db, workspace.id);
  const deployKey = key?.privateKey ? dependencies.secrets.open(key.privateKey) : null;
  const from = await updatePrepared(dependencies, engine, workspace, { deployKey, progress });
  if (from) {
    if (key && from.isOld) progress.say('W06', say('workspaces.deployKey', { publicKey: key.publicKey }));
    return { cloneStatus: 'cloned', cloneDetail: null, from: from.stage };
  }
  progress.say('W06', `Cloning ${workspace.gitUrl}`);
  try {
    await cloneRepository(engine, containerName('workspace', workspace.id), {
      url: workspace.gitUrl,
      ref: workspace.gitRef,
      credentials,
      deployKey,
      onOutput: progress.output('W06'),
    });
  } catch (error) {
    if (!(error instanceof CloneRefused || (late && error instanceof LaunchError))) throw error;
    progress.say('W06', error.message);
    if (key) progress.say('W06', say('workspaces.deployKey', { publicKey: key.publicKey }));
    return { cloneStatus: 'refused', cloneDetail: error.message };
  }
  progress.say('W06', say('workspaces.cloned'));
  return { cloneStatus: 'cloned', cloneDetail: null };
}
