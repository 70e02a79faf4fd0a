import type { Readable } from 'node:stream';
import type { ExecSession } from '../compute/engine.ts';
import { isEngineError } from '../compute/engine-error.ts';
import { hasScope } from '../features/auth/index.ts';
import type { Actor, Dependencies } from '../features/context.ts';
import { createDirectory } from '../features/entrance/directory.ts';
import { findInstance } from '../features/instances/index.ts';
import type { ResolveSession } from '../features/routing.ts';
import type { WorkspaceRecord } from '../features/workspaces/index.ts';
import { workspaceKind } from '../features/workspaces/kind.ts';
import { createActivityRecorder } from '../gateway/activity.ts';
import { CLEAN, commandLine } from '../gateway/ssh/commands.ts';
import { createThaw } from '../gateway/thaw.ts';
import { MINUTE, SECOND } from '../platform/clock.ts';
import { ToolError } from './tool-error.ts';

/** How many commands of one token run at once. */
const MOST_AT_ONCE = 8;
/** A command that writes more is ended: nobody reads it. */
const MOST_BYTES = 64 * 1024 * 1024;
/** From being asked to end until it is made to. */
const PATIENCE_MS = 3 * SECOND;
/** Its end isn't waited for longer: the machine may be away, or the workspace asleep. */
const GIVE_UP_MS = 10 * SECOND;
const SCRIPT_SECONDS = 30;
const SCRIPT_MAX_BYTES = 2 * 1024 * 1024;
const ENVIRONMENT = { HOME: '/home/dev', USER: 'dev', LOGNAME: 'dev', SHELL: '/bin/bash', LANG: 'C.UTF-8' };

export type Ended = 'exited' | 'time-limit' | 'cancelled' | 'too-much-output' | 'no-access';

export interface Who {
  actor: Actor;
  /** The token, to look again whether it still may. */
  key: string;
}

interface Run extends Who {
  workspace: WorkspaceRecord;
  /** For bash, with the environment of a login, in the home folder. */
  command: string;
  timeoutMs: number;
  signal: AbortSignal;
  onText(text: string): void;
}

interface Script extends Who {
  workspace: WorkspaceRecord;
  /** For sh; `"$1"` … are its words. */
  script: string;
  words: string[];
  input?: Uint8Array;
}

interface Running extends Who {
  workspaceId: string;
  containerId: string;
  end(reason: Ended): void;
}

export interface Commands {
  /** Runs to the end, or until the limit or the signal ends its process group. */
  run(run: Run): Promise<{ ended: Ended; exitCode: number | null }>;
  /** Something short of our own. */
  script(script: Script): Promise<{ exitCode: number; stdout: string; stderr: string }>;
  close(): Promise<void>;
}

/**
 * Commands in workspaces for whoever may open these. Wakes what sleeps and counts as activity. Whoever loses access, and
 * whatever stops, loses its commands, as with a terminal.
 */
export async function createCommands(
  dependencies: Dependencies,
  { resolveSession }: { resolveSession: ResolveSession },
): Promise<Commands> {
  const { bus, clock, db, engines, log } = dependencies;
  const running = new Set<Running>();
  const directory = createDirectory(dependencies);
  const thaw = createThaw(directory);
  const recordActivity = createActivityRecorder({ directory, clock, log });

  /** The container, awake. @throws ToolError */
  async function enter(actor: Actor, { id }: WorkspaceRecord): Promise<{ engineId: string; containerId: string }> {
    if (!hasScope(actor, 'use')) throw new ToolError('This API token doesn’t have the scope “use”.');
    const { status, asleepSince, containerId, engineId, name } = await findInstance(db, workspaceKind, actor, id);
    const asleep = asleepSince !== null;
    if (!containerId || (status !== 'Active' && !asleep)) {
      throw new ToolError(`“${name}” is ${status}. Start it with start_workspace.`);
    }
    if (asleep && !(await thaw({ workspaceId: id }, actor.userId))) {
      throw new ToolError(`“${name}” could not be woken. Try start_workspace.`);
    }
    recordActivity(id, actor.userId);
    return { engineId, containerId };
  }

  /** Ends what its token may not do any more, or what runs in an earlier container. */
  async function check(each: Running): Promise<void> {
    const actor = await resolveSession(dependencies, each.key);
    if (!actor || !hasScope(actor, 'use')) return each.end('no-access');
    const { containerId, status, asleepSince } = await findInstance(db, workspaceKind, actor, each.workspaceId);
    const there = status === 'Active' || asleepSince !== null;
    if (!there || containerId !== each.containerId) each.end('no-access');
  }

  const checkThose = (concerned: (each: Running) => boolean) => {
    // Unknown means not allowed.
    for (const each of running) if (concerned(each)) check(each).catch(() => each.end('no-access'));
  };
  const checkAll = () => checkThose(() => true);
  const stops = await Promise.all([
    bus.listen('access_changed', checkAll, checkAll),
    bus.listen('sessions_ended', ({ ids }) => checkThose(({ actor }) => ids.includes(actor.sessionId))),
    bus.listen('workspace_changed', ({ id }) => checkThose(({ workspaceId }) => workspaceId === id)),
  ]);

  return {
    async run({ actor, key, workspace, command, timeoutMs, signal, onText }) {
      const own = [...running].filter((each) => each.actor.sessionId === actor.sessionId);
      if (own.length >= MOST_AT_ONCE)
        throw new ToolError(`${MOST_AT_ONCE} commands of this token are running already.`);
      const ending = Promise.withResolvers<Ended>();
      const { id: workspaceId } = workspace;
      const each = { actor, key, workspaceId, containerId: workspace.containerId ?? '', end: ending.resolve };
      running.add(each);
      const onAbort = () => each.end('cancelled');
      signal.addEventListener('abort', onAbort);
      const limit = setTimeout(() => each.end('time-limit'), timeoutMs);
      // A command that says nothing is worked with as well.
      const activity = setInterval(() => recordActivity(workspaceId, actor.userId), MINUTE);
      try {
        const { engineId, containerId } = await enter(actor, workspace);
        each.containerId = containerId;
        if (signal.aborted) return { ended: 'cancelled', exitCode: null };
        const request = { command: commandLine({ kind: 'exec', command }, { tty: false }), cwd: '/', env: ENVIRONMENT };
        const process = await engines.get(engineId).exec(containerId, request);
        // What changed before it was in the set that gets checked.
        check(each).catch(() => each.end('no-access'));
        return await follow(process, ending.promise, each.end, (text) => {
          recordActivity(workspaceId, actor.userId);
          onText(text);
        });
      } finally {
        clearTimeout(limit);
        clearInterval(activity);
        signal.removeEventListener('abort', onAbort);
        running.delete(each);
      }
    },

    async script({ actor, workspace, script, words, input }) {
      const { engineId, containerId } = await enter(actor, workspace);
      const limited = ['timeout', '-k', '2', String(SCRIPT_SECONDS)];
      const command = [...limited, 'sh', '-c', `${CLEAN}; ${script}`, 'sh', ...words];
      const request = { command, cwd: '/', env: ENVIRONMENT, maxBytes: SCRIPT_MAX_BYTES, ...(input && { input }) };
      return engines.get(engineId).run(containerId, request, { timeoutMs: (SCRIPT_SECONDS + 10) * SECOND });
    },

    async close() {
      for (const each of running) each.end('cancelled');
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** Passes the output on until the process ended, by itself or because it was asked to. */
async function follow(
  process: ExecSession,
  ending: Promise<Ended>,
  end: (reason: Ended) => void,
  onText: (text: string) => void,
): Promise<{ ended: Ended; exitCode: number | null }> {
  process.stdin.on('error', () => undefined).end();
  let bytes = 0;
  const read = async (stream: Readable) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) end('too-much-output');
      else onText(decoder.decode(chunk, { stream: true }));
    }
  };
  const exit = Promise.all([read(process.stdout), read(process.stderr)]).then(() => process.exitCode);
  // Whoever waits for it below may have given up.
  exit.catch(() => undefined);
  const first = await Promise.race([ending, exit]);
  if (typeof first === 'number') return { ended: 'exited', exitCode: first };
  const kill = (signal: 'TERM' | 'KILL') => process.kill(signal).catch(() => undefined);
  void kill('TERM');
  const made = setTimeout(() => void kill('KILL'), PATIENCE_MS);
  let gaveUp: NodeJS.Timeout | undefined;
  const enough = new Promise<null>((resolve) => {
    gaveUp = setTimeout(() => resolve(null), GIVE_UP_MS);
  });
  try {
    return { ended: first, exitCode: await Promise.race([exit, enough]) };
  } catch (error) {
    if (isEngineError(error)) return { ended: first, exitCode: null };
    throw error;
  } finally {
    clearTimeout(made);
    clearTimeout(gaveUp);
    process.stdout.destroy();
    process.stderr.destroy();
  }
}
