import { createReadStream } from 'node:fs';
import { type BuildProblem, ProjectBuildFailed } from '../../compute/build-failure.ts';
import { type BuildLimits, BuildTookTooLong } from '../../compute/build-sandbox.ts';
import { type BuildRecipe, buildProjectImage, type ProjectBuild } from '../../compute/project-build.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL, LaunchError, readInstallationId, type Work } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';

/** Of the ten jobs of a worker, builds may hold no more than these; the second two wait for the first. */
const AT_ONCE = 2;
const IN_ALL = 4;
const CPU_CORES = 2;
const MEMORY_MB = 4096;
const DISK_MB = 20 * 1024;

type Needs = Pick<Dependencies, 'config' | 'db' | 'images'>;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * The image that a project's `build` and `features` describe, on the engine of its workspace.
 * @param archive path of a tar of the project
 * @param findLocal see {@link ProjectBuild}
 * @throws LaunchError in a sentence with what is wrong, EngineError
 */
export async function buildOwnImage(
  dependencies: Needs,
  { organizationId }: Pick<WorkspaceRecord, 'organizationId'>,
  { engine, progress, signal }: Work,
  { recipe, archive, findLocal }: { recipe: BuildRecipe; archive: string } & Pick<ProjectBuild, 'findLocal'>,
): Promise<string> {
  const { config, images } = dependencies;
  const onLine = progress.output('W01');
  const limits = { minutes: config.buildMinutes, cpuCores: CPU_CORES, memoryMb: MEMORY_MB, diskMb: DISK_MB };
  try {
    return await inTurn(signal, async () => {
      progress.say('W01', say('workspaces.buildsProjectImage', { file: recipe.place }));
      return buildProjectImage(engine, {
        ...{ recipe, organizationId, limits, onLine, signal },
        files: createReadStream(archive),
        labels: { [INSTALLATION_LABEL]: await readInstallationId(dependencies) },
        builder: await images.ensureBuilder(engine, { onOutput: onLine }),
        findLocal,
      });
    });
  } catch (error) {
    throw explain(error, recipe.place, limits);
  }
}

/** @throws LaunchError if enough others wait already */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running + waiting.length >= IN_ALL) throw new LaunchError(say('workspaces.tooManyBuilds'));
  // Whoever ends hands its place on, so it stays counted.
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function explain(error: unknown, file: string, { minutes }: BuildLimits): unknown {
  if (error instanceof BuildTookTooLong) {
    return new LaunchError(say('workspaces.buildTookLong', { file, minutes }), '', { cause: error });
  }
  if (!(error instanceof ProjectBuildFailed)) return error;
  return new LaunchError(sentence(error.problem, file), '', { cause: error });
}

function sentence(problem: BuildProblem, file: string): string {
  switch (problem.reason) {
    case 'outside':
      return say('workspaces.buildOutside', { file, property: problem.what, path: problem.path });
    case 'missing':
      return say('workspaces.buildMissing', { file, property: problem.what, path: problem.path });
    case 'step': {
      const { file: dockerfile, line, instruction } = problem;
      if (line === null) return say('workspaces.buildStep', { file: dockerfile, instruction });
      return say('workspaces.buildStepInLine', { file: dockerfile, line, instruction });
    }
    case 'feature':
      return say('workspaces.buildFeature', { file, feature: problem.feature });
    case 'base':
      return say('workspaces.buildBase', { file, image: problem.image });
    case 'memory':
      return say('workspaces.buildMemory', { file, gigabytes: problem.gigabytes });
    case 'disk':
      return say('workspaces.buildDisk', { file, gigabytes: problem.gigabytes });
    case 'other':
      return say('workspaces.buildFailed', { file, reason: problem.last });
  }
  return problem satisfies never;
}
