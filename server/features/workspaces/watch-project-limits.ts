import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import { containerName, GB, LaunchError } from '../instances/index.ts';
import type { Stage } from './devcontainer-commands.ts';

const MEASURE_EVERY_MS = 15_000;
const TIMEOUT_MS = 30_000;
/** An editor and a shell need about as many processes. Ends at the first that can't be started. */
const START_SOME = 'set --; while [ $# -lt 50 ]; do sleep 5 >/dev/null 2>&1 & set -- "$@" $!; done; kill "$@"';

/** What a workspace's commands may take; `diskGb` 0 is unmetered. */
export interface Limits {
  diskGb: number;
}

interface Watched {
  engine: Engine;
  workspace: { id: string };
  limits: Limits;
  /** Where the file has what runs. */
  where: { command: Stage; line: number };
}

interface LimitWatch {
  /** Never settles unless a limit is broken. @throws LaunchError */
  broken: Promise<never>;
  /** Looks at once. @throws LaunchError */
  look(): Promise<void>;
  stop(): void;
}

/** While commands of a project run: has it filled its disk, or started so many processes that nothing else can? */
export function watchLimits(watched: Watched): LimitWatch {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const broken = new Promise<never>((_, reject) => {
    const again = () => {
      if (stopped) return;
      timer = setTimeout(() => mustFitDisk(watched).then(again, reject), MEASURE_EVERY_MS);
    };
    again();
  });
  broken.catch(() => undefined);
  return {
    broken,
    async look() {
      await mustFitDisk(watched);
      await mustStartPrograms(watched);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function mustFitDisk({ engine, workspace, limits, where: { command, line } }: Watched): Promise<void> {
  if (limits.diskGb === 0) return;
  const container = containerName('workspace', workspace.id);
  const usedBytes = await engine.diskBytes(container, { timeoutMs: TIMEOUT_MS }).catch((error) => {
    // Measuring may take too long; that is no reason to end anything.
    if (!isEngineError(error)) throw error;
    return 0;
  });
  if (usedBytes < limits.diskGb * GB) return;
  throw new LaunchError(say('devcontainer.filledDisk', { command, line, gigabytes: limits.diskGb }));
}

async function mustStartPrograms({ engine, workspace, where: { command, line } }: Watched): Promise<void> {
  const request = { command: ['sh', '-c', START_SOME] };
  const started = await engine.run(containerName('workspace', workspace.id), request, { timeoutMs: TIMEOUT_MS }).then(
    ({ exitCode }) => exitCode === 0,
    (error) => {
      if (!isEngineError(error, 'other', 'timeout')) throw error;
      return false;
    },
  );
  if (!started) throw new LaunchError(say('devcontainer.tooManyProcesses', { command, line }));
}
