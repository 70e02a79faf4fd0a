import type { BuildLimits } from './build-sandbox.ts';
import { lineOf } from './dockerfile.ts';
import { EngineError } from './engine-error.ts';

interface Reasons {
  /** A path that leaves the project. */
  outside: { what: string; path: string };
  missing: { what: string; path: string };
  /** An instruction of the Dockerfile, with its line if it was found. */
  step: { file: string; line: number | null; instruction: string };
  feature: { feature: string };
  /** Its image can't be had. */
  base: { image: string };
  memory: { gigabytes: number };
  disk: { gigabytes: number };
  /** Nothing of the above; `last` is the last line. */
  other: { last: string };
}

export type BuildProblem = { [Reason in keyof Reasons]: { reason: Reason } & Reasons[Reason] }[keyof Reasons];

/** A project's image couldn't be built as the project wants it: for the person to correct, or to try again. */
export class ProjectBuildFailed extends EngineError {
  readonly problem: BuildProblem;

  constructor(problem: BuildProblem) {
    super('other', `a project's image could not be built: ${JSON.stringify(problem)}`);
    this.problem = problem;
  }
}

const FULL = /no space left on device|disk quota exceeded/i;
const KILLED = /exit code: 137|signal: killed|out of memory|cannot allocate memory/i;
const FEATURE = /Feature "(?:[^"]*)" \(([^)]+)\) failed to install/;
const NO_IMAGE =
  /failed to (?:resolve source metadata for|solve:.*?) ?([\w.:@/-]+): .*(?:not found|pull access denied|denied|no such host|timeout|refused|failed to do request)/;
/** The heading of the output of the step that failed, as BuildKit repeats it at the end. */
const STEP = /^ > \[[^\]]*\] (.+):$/gm;

/** The failure that the end of a build's output tells of. */
export function explainBuild(
  output: string,
  dockerfile: { path: string; text: string } | null,
  limits: BuildLimits,
): ProjectBuildFailed {
  if (FULL.test(output)) return diskFull(limits);
  if (KILLED.test(output)) return new ProjectBuildFailed({ reason: 'memory', gigabytes: inGigabytes(limits.memoryMb) });
  const [, feature] = FEATURE.exec(output) ?? [];
  if (feature) return new ProjectBuildFailed({ reason: 'feature', feature });
  const [, image] = NO_IMAGE.exec(output) ?? [];
  if (image) return new ProjectBuildFailed({ reason: 'base', image });
  const instruction = [...output.matchAll(STEP)].at(-1)?.[1];
  if (instruction && dockerfile) {
    const { path: file, text } = dockerfile;
    return new ProjectBuildFailed({ reason: 'step', file, line: lineOf(text, instruction), instruction });
  }
  return new ProjectBuildFailed({ reason: 'other', last: output.trim().split('\n').at(-1) ?? '' });
}

export function diskFull({ diskMb }: Pick<BuildLimits, 'diskMb'>): ProjectBuildFailed {
  return new ProjectBuildFailed({ reason: 'disk', gigabytes: inGigabytes(diskMb) });
}

function inGigabytes(mb: number): number {
  return Math.round((mb / 1024) * 10) / 10;
}
