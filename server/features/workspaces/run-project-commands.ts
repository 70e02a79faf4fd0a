import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import { abortable, containerName, type InitProgress, LaunchError } from '../instances/index.ts';
import { type Command, type Commands, STAGES, type Stage, stagesFrom } from './devcontainer-commands.ts';
import { PROJECT_FOLDER } from './find-devcontainer.ts';
import { type Limits, watchLimits } from './watch-project-limits.ts';

const TIMEOUT_MS = 10 * MINUTE;
/** For all stages of one run. */
const ALL_TIMEOUT_MS = 30 * MINUTE;
/** Of one command; more is for a terminal. */
const MAX_LINES = 5_000;
const MAX_LINE = 2_000;
const CODE = 'W08';

/**
 * $1 is which run this is, $2 the command's name. In the environment of a login shell, without what doesn't concern the
 * project. Whoever asks for the same run again waits for it and gets its exit code, so that a crash or a pause of the
 * workspace runs nothing twice. What a command leaves running doesn't hold the lock.
 */
const RUN = `unset SLIPWAY_AGENT_TOKEN SLIPWAY_DATABASE_PASSWORD; . /etc/profile >/dev/null 2>&1
run=$1 mark=/home/dev/.local/state/slipway/devcontainer/$2; shift 2
[ "$run" != start ] || run=$(cut -d ' ' -f 22 /proc/1/stat)
mkdir -p "\${mark%/*}" && exec 9>"$mark.lock" && flock 9 || exit
if read -r before code 2>/dev/null <"$mark" && [ "$before" = "$run" ]; then exit "$code"; fi
cd ${PROJECT_FOLDER} && "$@" 9>&-
code=$?
echo "$run $code" >"$mark"
exit "$code"`;

export interface CommandRun {
  engine: Engine;
  workspace: { id: string };
  progress: InitProgress;
  signal: AbortSignal;
  /** Of a first launch, which ends where commands break them. */
  limits?: Limits;
}

interface Stages {
  from: Stage;
  /** Stops before this one of `STAGES`, by its index. */
  before?: number;
  /** Told after each stage which comes next. */
  onNext?: (next: Stage | null) => Promise<void>;
  /** Told of the stage that failed; none comes after it. */
  onFailed?: ((stage: Stage) => void) | undefined;
}

/**
 * Runs stages one after the other, each with its commands at the same time, until one fails, as the specification says.
 * @returns the stage to go on with; null if none is left to run
 * @throws EngineError, what `signal` was aborted with, and LaunchError if `limits` are broken
 */
export async function runStages(run: CommandRun, commands: Commands, stages: Stages): Promise<Stage | null> {
  const { from, before = STAGES.length, onNext, onFailed } = stages;
  const all = stagesFrom(commands, from);
  const end = performance.now() + ALL_TIMEOUT_MS;
  for (const [index, stage] of all.entries()) {
    if (STAGES.indexOf(stage) >= before) return stage;
    const succeeded = await runStage(run, { stage, commands: commands[stage], end });
    const rest = all.slice(index + 1);
    if (!succeeded) {
      onFailed?.(stage);
      if (rest.length > 0) run.progress.say(CODE, say('devcontainer.skipped', { commands: rest.join(', ') }));
      return null;
    }
    await onNext?.(rest[0] ?? null);
  }
  return null;
}

/** @returns whether all of its commands succeeded */
async function runStage(
  run: CommandRun,
  { stage, commands, end }: { stage: Stage; commands: readonly Command[]; end: number },
): Promise<boolean> {
  // Once the launch has failed, nothing more is said of what still ends.
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const where = { command: stage, line: commands[0]?.line ?? 0 };
  const watch = run.limits && watchLimits({ ...run, limits: run.limits, where });
  try {
    const running = commands.map((command, place) => runCommand({ ...run, signal }, { ...command, stage, place, end }));
    const succeeded = Promise.all(running);
    succeeded.catch(() => undefined);
    const results = await abortable(run.signal, watch ? Promise.race([succeeded, watch.broken]) : succeeded);
    await watch?.look();
    return !results.includes(false);
  } catch (error) {
    failed.abort(error);
    throw error;
  } finally {
    watch?.stop();
  }
}

/** @returns whether it succeeded */
async function runCommand(
  { engine, workspace, progress, signal, limits }: CommandRun,
  { name, command, line, stage, place, end }: Command & { stage: Stage; place: number; end: number },
): Promise<boolean> {
  const label = name ? `${stage} ${name}` : stage;
  const which = [stage === 'postStartCommand' ? 'start' : workspace.id, `${stage}.${place}`];
  const told = firstLines(label, { progress, signal });
  progress.say(CODE, say('devcontainer.running', { command: label }));
  told(`$ ${(command[1] === '-c' ? command.slice(2) : command).join(' ')}`);
  const request = { command: ['bash', '-c', RUN, 'bash', ...which, ...command], onOutput: told };
  const timeoutMs = Math.max(0, Math.min(TIMEOUT_MS, end - performance.now()));
  try {
    const { exitCode } = await engine.run(containerName('workspace', workspace.id), request, { timeoutMs });
    // A stop has ended it; what it says then is about that.
    signal.throwIfAborted();
    const failed = say('devcontainer.commandFailed', { command: label, code: exitCode });
    progress.say(CODE, exitCode === 0 ? say('workspaces.stepDone', { step: label }) : failed);
    return exitCode === 0;
  } catch (error) {
    signal.throwIfAborted();
    if (!isEngineError(error, 'timeout')) throw error;
    const minutes = Math.round(timeoutMs / MINUTE);
    if (limits) throw new LaunchError(say('devcontainer.neverEnded', { command: label, line, minutes }));
    progress.say(CODE, say('devcontainer.commandTookLong', { command: label, minutes }));
    return false;
  }
}

/** Passes on what a command writes, up to a length. */
function firstLines(
  label: string,
  { progress, signal }: Pick<CommandRun, 'progress' | 'signal'>,
): (line: string) => void {
  const told = progress.output(CODE);
  let lines = 0;
  return (line) => {
    lines += 1;
    if (signal.aborted || lines > MAX_LINES) return;
    told(`${label}: ${line.slice(0, MAX_LINE)}`);
    if (lines === MAX_LINES) progress.say(CODE, say('devcontainer.outputCut', { command: label }));
  };
}
