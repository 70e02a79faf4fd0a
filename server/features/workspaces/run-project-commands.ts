import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import { abortable, containerName, type InitProgress } from '../instances/index.ts';
import { type Command, type Commands, STAGES, type Stage, stagesFrom } from './devcontainer-commands.ts';
import { expandCommand } from './devcontainer-environment.ts';
import { PROJECT_FOLDER } from './find-devcontainer.ts';

const TIMEOUT_MS = 10 * MINUTE;
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
}

interface Stages {
  from: Stage;
  /** Stops before this one of `STAGES`, by its index. */
  before?: number;
  /** Told after each stage which comes next. */
  onNext?: (next: Stage | null) => Promise<void>;
}

/**
 * Runs stages one after the other, each with its commands at the same time, until one fails, as the specification says.
 * @returns the stage to go on with; null if none is left to run
 * @throws EngineError, and what `signal` was aborted with
 */
export async function runStages(run: CommandRun, commands: Commands, stages: Stages): Promise<Stage | null> {
  const { from, before = STAGES.length, onNext } = stages;
  const all = stagesFrom(commands, from);
  for (const [index, stage] of all.entries()) {
    if (STAGES.indexOf(stage) >= before) return stage;
    const running = commands[stage].map((command, place) => runCommand(run, { ...command, stage, place }));
    const succeeded = await abortable(run.signal, Promise.all(running));
    const rest = all.slice(index + 1);
    if (succeeded.includes(false)) {
      if (rest.length > 0) run.progress.say(CODE, say('devcontainer.skipped', { commands: rest.join(', ') }));
      return null;
    }
    await onNext?.(rest[0] ?? null);
  }
  return null;
}

/** @returns whether it succeeded */
async function runCommand(
  { engine, workspace, progress, signal }: CommandRun,
  { name, command, stage, place }: Command & { stage: Stage; place: number },
): Promise<boolean> {
  const label = name ? `${stage} ${name}` : stage;
  const told = progress.output(CODE);
  const expanded = expandCommand(command, { folder: PROJECT_FOLDER, id: workspace.id });
  const which = [stage === 'postStartCommand' ? 'start' : workspace.id, `${stage}.${place}`];
  progress.say(CODE, say('devcontainer.running', { command: label }));
  told(`${label}: $ ${(command[1] === '-c' ? expanded.slice(2) : expanded).join(' ')}`);
  const request = {
    command: ['bash', '-c', RUN, 'bash', ...which, ...expanded],
    onOutput: (line: string) => told(`${label}: ${line}`),
  };
  try {
    const { exitCode } = await engine.run(containerName('workspace', workspace.id), request, { timeoutMs: TIMEOUT_MS });
    // A stop has ended it; what it says then is about that.
    signal.throwIfAborted();
    const failed = say('devcontainer.commandFailed', { command: label, code: exitCode });
    progress.say(CODE, exitCode === 0 ? say('workspaces.stepDone', { step: label }) : failed);
    return exitCode === 0;
  } catch (error) {
    signal.throwIfAborted();
    if (!isEngineError(error, 'timeout')) throw error;
    progress.say(CODE, say('devcontainer.commandTookLong', { command: label, minutes: TIMEOUT_MS / MINUTE }));
    return false;
  }
}
