import { setTimeout as delay } from 'node:timers/promises';
import type Docker from 'dockerode';
import { call, type DockerContext, unless } from './docker-call.ts';
import { toContainerState } from './docker-container-state.ts';
import { atMostTheirs, memoryLimit, nanoCpus } from './docker-create.ts';
import { labelFilter } from './docker-networks.ts';
import { toContainerStats } from './docker-stats.ts';
import { splitOutput } from './docker-streams.ts';
import type { CallOptions, ContainerState, ContainerSummary, Engine } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';

const TIMEOUT_MS = 30_000;
const SWAP_UNTIL_MS = 5_000;
/** Memory and swap together, as a multiple of the memory: more than there is. */
const SWAP_TIMES = 8;
const DYING_MS = 1_000;
const STILL_DYING = /did not receive an exit event/;

type ContainerCalls = Pick<
  Engine,
  | 'start'
  | 'stop'
  | 'freeze'
  | 'thaw'
  | 'kill'
  | 'remove'
  | 'rename'
  | 'inspect'
  | 'list'
  | 'update'
  | 'stats'
  | 'diskBytes'
  | 'logs'
>;

/** Life cycle, limits and inspection of containers. A 304 (already done) is success. */
export function dockerContainers({ docker }: DockerContext): ContainerCalls {
  const inspect = async (ref: string, { timeoutMs = TIMEOUT_MS }: CallOptions = {}) => {
    const info = await call(`inspect ${ref}`, timeoutMs, (abortSignal) =>
      docker.getContainer(ref).inspect({ abortSignal }),
    );
    return toContainerState(info);
  };

  /** Docker's answers to a call that has nothing to do differ between versions; its state doesn't. */
  async function reach(ref: string, wanted: ContainerState['status'], changing: Promise<unknown>): Promise<void> {
    try {
      await changing;
    } catch (error) {
      if (isEngineError(error, 'not-found', 'unreachable', 'timeout')) throw error;
      const { running, status } = await inspect(ref);
      if (!running) throw new EngineError('offline', `${ref} does not run`, { cause: error });
      if (status !== wanted) throw error;
    }
  }

  /** A running program never waits for swap, but nobody waits for a frozen one. */
  async function maySwap(ref: string, allowed: boolean, timeoutMs = TIMEOUT_MS): Promise<void> {
    const { status, memoryMb } = await inspect(ref, { timeoutMs });
    if (status !== 'running' || memoryMb === 0) return;
    const limits = { ...memoryLimit(memoryMb), ...(allowed && { MemorySwap: memoryMb * 2 ** 20 * SWAP_TIMES }) };
    await call(`swap of ${ref}`, timeoutMs, (abortSignal) =>
      docker.getContainer(ref).update({ ...limits, abortSignal }),
    );
  }

  return {
    async start(ref, { timeoutMs = TIMEOUT_MS } = {}) {
      await alreadySo(
        call(`start ${ref}`, timeoutMs, (abortSignal) => docker.getContainer(ref).start({ abortSignal })),
      );
    },

    async stop(ref, { timeoutSeconds = 10, timeoutMs = TIMEOUT_MS + timeoutSeconds * 1000 } = {}) {
      await untilDead(timeoutMs, (leftMs) =>
        alreadySo(
          call(`stop ${ref}`, leftMs, (abortSignal) =>
            docker.getContainer(ref).stop({ t: timeoutSeconds, abortSignal }),
          ),
        ),
      );
    },

    async freeze(ref, { timeoutMs = TIMEOUT_MS } = {}) {
      await maySwap(ref, true, timeoutMs).catch(() => undefined);
      const freezing = call(`freeze ${ref}`, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).pause({ abortSignal }),
      );
      await reach(ref, 'paused', freezing);
    },

    async thaw(ref, { timeoutMs = TIMEOUT_MS } = {}) {
      const thawing = call(`thaw ${ref}`, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).unpause({ abortSignal }),
      );
      await reach(ref, 'running', thawing);
      // Later, because changing a limit costs more than thawing.
      setTimeout(() => void maySwap(ref, false).catch(() => undefined), SWAP_UNTIL_MS).unref();
    },

    async kill(ref, { signal = 'SIGKILL', timeoutMs = TIMEOUT_MS } = {}) {
      const killing = call(`kill ${ref}`, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).kill({ signal, abortSignal }),
      );
      await unless(['offline'], killing);
    },

    async remove(ref, { timeoutMs = 60_000 } = {}) {
      const removal = untilDead(timeoutMs, (leftMs) =>
        call(`remove ${ref}`, leftMs, (abortSignal) =>
          docker.getContainer(ref).remove({ force: true, v: true, abortSignal }),
        ),
      );
      await unless(['not-found'], removal);
    },

    async rename(ref, name, { timeoutMs = TIMEOUT_MS } = {}) {
      await call(`rename ${ref}`, timeoutMs, (abortSignal) => docker.getContainer(ref).rename({ name, abortSignal }));
    },

    inspect,

    async list(labels, { timeoutMs = TIMEOUT_MS } = {}) {
      const found = await call('list containers', timeoutMs, (abortSignal) =>
        docker.listContainers({ all: true, filters: { label: labelFilter(labels) }, abortSignal }),
      );
      return found.map((container) => ({
        id: container.Id,
        name: (container.Names[0] ?? '').replace(/^\//, ''),
        status: container.State as ContainerSummary['status'],
        running: container.State === 'running',
        networks: Object.keys(container.NetworkSettings?.Networks ?? {}),
        labels: container.Labels,
        createdAt: new Date(container.Created * 1000),
      }));
    },

    async update(ref, { cpuCores, memoryMb }, { timeoutMs = TIMEOUT_MS } = {}) {
      const memory = memoryMb === undefined ? {} : memoryLimit(memoryMb);
      const update = (cpu: { NanoCpus?: number }) =>
        call(`update ${ref}`, timeoutMs, (abortSignal) =>
          docker.getContainer(ref).update({ ...cpu, ...memory, abortSignal }),
        );
      if (cpuCores === undefined) await update({});
      else await atMostTheirs(cpuCores, (cores) => update({ NanoCpus: nanoCpus(cores) }));
    },

    async stats(ref, { disk = false, timeoutMs = TIMEOUT_MS } = {}) {
      return call(`stats of ${ref}`, timeoutMs, async () => {
        const container = docker.getContainer(ref);
        const [sample, inspection] = await Promise.all([
          container.stats({ stream: false }),
          disk ? container.inspect(withSize) : null,
        ]);
        const diskBytes = inspection === null ? null : ((inspection as { SizeRw?: number }).SizeRw ?? 0);
        return toContainerStats(sample, diskBytes);
      });
    },

    async diskBytes(ref, { timeoutMs = TIMEOUT_MS } = {}) {
      const info = await call(`disk of ${ref}`, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).inspect({ ...withSize, abortSignal }),
      );
      return (info as { SizeRw?: number }).SizeRw ?? 0;
    },

    async logs(ref, { tail = 200, timeoutMs = TIMEOUT_MS } = {}) {
      const output = await call(`logs of ${ref}`, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).logs({ stdout: true, stderr: true, follow: false, tail, abortSignal }),
      );
      return splitOutput(output).toString('utf8');
    },
  };
}

/** dockerode's types lack this option of the API. */
const withSize = { size: true } as Docker.ContainerInspectOptions;

/** Docker answers 304 if there was nothing to do. */
async function alreadySo(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { statusCode } = (error as { cause?: { statusCode?: number } }).cause ?? {};
    if (statusCode !== 304) throw error;
  }
}

/**
 * Thousands of processes at the end of their CPU time take longer to die than Docker waits for: asked again, it goes on
 * waiting. An engine that says so at once is asked once a second.
 */
async function untilDead(timeoutMs: number, attempt: (leftMs: number) => Promise<void>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let leftMs = timeoutMs; ; ) {
    try {
      return await attempt(leftMs);
    } catch (error) {
      leftMs = deadline - performance.now();
      if (!isEngineError(error) || !STILL_DYING.test(error.message) || leftMs <= 0) throw error;
      await delay(DYING_MS);
    }
  }
}
