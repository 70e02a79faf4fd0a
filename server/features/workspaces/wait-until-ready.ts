import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import { askPage, LaunchError } from '../instances/index.ts';

export const IDE_PORT = 7080;
/** The web IDE's health endpoint. */
export const IDE_HEALTH = { port: IDE_PORT, path: '/healthz' };
const IDE_ASK_MS = 2000;
const POLL_MS = 25;
const LOOK_EVERY = 40;
const IDE_TIMEOUT_MS = 120_000;
const DATABASE_TIMEOUT_SECONDS = 120;

/** Written by resources/images/over/start-over once the container has its user and what our ways in expect. */
const LAID = 'for i in {1..600}; do [ -e /etc/slipway/over ] && exit; sleep 0.1; done; exit 1';
const LAID_TIMEOUT_MS = 70_000;

const READY_APART = `/usr/local/lib/slipway/ready ide "$1" || exit
  curl -fsSL --max-time 30 -o /dev/null http://127.0.0.1:${IDE_PORT}/`;

/**
 * Waits until the web IDE answers. @throws LaunchError if the container ends first, or nothing answers for 2 minutes
 */
export async function waitForIde(engine: Engine, container: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + IDE_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    if ((await askPage({ engine, container, timeoutMs: IDE_ASK_MS }, IDE_HEALTH)) === null) return;
    if (attempt % LOOK_EVERY === 0) await mustRun(engine, container);
    if (performance.now() > deadline) {
      const log = await engine.logs(container, { tail: 15 }).catch(() => '');
      throw new LaunchError(say('workspaces.ideNotStarted'), log);
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

/**
 * The same where no network leads to it yet; then asks for the first page once, which loads what the IDE loads late.
 * @throws LaunchError
 */
export async function waitForIdeApart(engine: Engine, container: string): Promise<void> {
  const { exitCode, stderr } = await engine.run(
    container,
    { command: ['sh', '-c', READY_APART, 'sh', String(IDE_TIMEOUT_MS / 1000)] },
    { timeoutMs: IDE_TIMEOUT_MS + 10_000 },
  );
  if (exitCode !== 0) throw new LaunchError(say('workspaces.ideNotStarted'), stderr);
}

/** Waits until a container of a project's own image can be entered. @throws LaunchError if it ends first */
export async function waitForOverImage(engine: Engine, container: string): Promise<void> {
  const request = { user: 'root', cwd: '/', command: ['/opt/slipway/bin/bash', '-c', LAID] };
  const { exitCode } = await engine.run(container, request, { timeoutMs: LAID_TIMEOUT_MS }).catch(async (error) => {
    if (!isEngineError(error, 'offline', 'conflict', 'other')) throw error;
    await mustRun(engine, container);
    throw error;
  });
  if (exitCode === 0) return;
  await mustRun(engine, container);
  throw new LaunchError(say('workspaces.projectImageNotStarted'), await engine.logs(container, { tail: 15 }));
}

/** Waits until the workspace's database accepts its password. @throws LaunchError */
export async function waitForDatabase(engine: Engine, container: string, signal: AbortSignal): Promise<void> {
  const { exitCode, stderr } = await engine.run(
    container,
    { command: ['/usr/local/lib/slipway/ready', 'database', String(DATABASE_TIMEOUT_SECONDS)] },
    { timeoutMs: (DATABASE_TIMEOUT_SECONDS + 10) * 1000 },
  );
  signal.throwIfAborted();
  if (exitCode === 0) return;
  const log = await engine.logs(container, { tail: 15 }).catch(() => '');
  throw new LaunchError(say('workspaces.databaseNotStarted'), `${stderr}\n${log}`.trim());
}

async function mustRun(engine: Engine, container: string): Promise<void> {
  const state = await engine.inspect(container);
  if (state.running) return;
  const log = await engine.logs(container, { tail: 15 }).catch(() => '');
  throw new LaunchError(
    state.oomKilled
      ? say('workspaces.outOfMemoryStarting')
      : say('workspaces.exitedStarting', { exitCode: state.exitCode ?? 'unknown' }),
    log,
  );
}
