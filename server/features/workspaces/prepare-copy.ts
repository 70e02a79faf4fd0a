import type { Engine } from '../../compute/engine.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { containerName, ensureContainer, type InitProgress, LaunchError } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { cloneRepository, KEY_FILE } from './clone-repository.ts';
import { hasOwnImage } from './devcontainer.ts';
import { findDevcontainer, PROJECT_FOLDER } from './find-devcontainer.ts';
import { keepDatabaseLogin } from './keep-database-login.ts';
import { workspaceKind } from './kind.ts';
import { specOf } from './make-container.ts';
import { prepareProject } from './prepare-project.ts';
import { waitForDatabase } from './wait-until-ready.ts';

/** What fetched the repository stays out of the copy. Writes the commit that is checked out. */
const TIDY = `rm -f ${KEY_FILE} && cd ${PROJECT_FOLDER} || exit
git config --unset-all core.sshCommand
git rev-parse HEAD`;

interface Preparing {
  /** Of the template, for an ssh address. */
  deployKey: string | null;
  progress: InitProgress;
  signal: AbortSignal;
  /** Looked at once the repository is there: whether the commit is worth the rest. */
  isWanted: (commit: string) => boolean;
}

/**
 * Makes a container with the repository of a workspace that nobody works in, with nobody's secrets, and runs the commands
 * of the project that need no person: onCreateCommand and updateContentCommand. It is stopped then.
 * @returns the commit it has, and whether it was wanted; the commands ran only if so
 * @throws LaunchError with the reason, also if a command fails or the project has an image of its own; CloneRefused, EngineError
 */
export async function prepareCopy(
  dependencies: Dependencies,
  engine: Engine,
  workspace: WorkspaceRecord,
  { deployKey, progress, signal, isWanted }: Preparing,
): Promise<{ commit: string; wanted: boolean }> {
  const container = containerName('workspace', workspace.id);
  await ensureContainer(
    dependencies,
    workspaceKind,
    workspace,
    { engine, progress, signal },
    {
      ensureImage: () => dependencies.images.ensureImage(engine, workspace, { onOutput: progress.output('W01') }),
      spec: await specOf(dependencies, workspace),
    },
  );
  signal.throwIfAborted();
  await engine.start(container);
  if (workspace.database !== 'none') {
    await waitForDatabase(engine, container, signal);
    await keepDatabaseLogin(dependencies, engine, workspace);
  }
  const { gitUrl: url, gitRef: ref } = workspace;
  if (!url) throw new Error(`Nothing to clone for ${workspace.id}`);
  progress.say('W06', `Cloning ${url}`);
  const onOutput = progress.output('W06');
  await cloneRepository(engine, container, { url, ref, credentials: null, deployKey, onOutput });
  signal.throwIfAborted();
  const tidied = await engine.run(container, { command: ['bash', '-c', TIDY], cwd: '/' });
  const commit = tidied.stdout.trim();
  if (tidied.exitCode !== 0 || !commit) throw new LaunchError(say('workspaces.lookEmpty'));
  if (!isWanted(commit)) return { commit, wanted: false };
  const found = await findDevcontainer(engine, workspace.id);
  if (found && 'wanted' in found && hasOwnImage(found.wanted)) throw new LaunchError(say('prebuilds.ownImage'));
  let failed: string | null = null;
  const onFailed = (what: string) => {
    failed = what;
  };
  const copy = { before: 'postCreateCommand' as const, onFailed };
  await prepareProject(dependencies, engine, workspace, { progress, signal, copy });
  if (failed !== null) throw new LaunchError(say('prebuilds.commandFailed', { command: failed }));
  signal.throwIfAborted();
  await engine.stop(container);
  return { commit, wanted: true };
}
