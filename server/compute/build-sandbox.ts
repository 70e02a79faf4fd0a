import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { eachLine } from './each-line.ts';
import type { Engine, ExecRequest } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';

export interface BuildLimits {
  minutes: number;
  cpuCores: number;
  memoryMb: number;
  /** Of everything a build writes: its images, its layers, the project. */
  diskMb: number;
}

export interface BuildSandbox {
  /** Lays a tar's files into the project's folder. */
  putProject(tar: Readable): Promise<void>;
  /** Makes an image known to the engine inside. */
  putImage(saved: Readable): Promise<void>;
  /** Builds what the file of the project says. @returns the exit code and the end of what it wrote */
  build(config: string, onLine: (line: string) => void): Promise<{ exitCode: number; output: string }>;
  /** What was built, as `docker save` writes it, without a name. */
  takeResult(): Promise<Readable>;
}

/** A build had all the time there is. */
export class BuildTookTooLong extends EngineError {
  constructor(minutes: number) {
    super('timeout', `a build took longer than ${minutes} minutes`);
  }
}

/** On the container and the network of a build: when it began, in milliseconds since 1970. */
const BUILD_LABEL = 'slipway.build';
export const BUILDER_USER = 'builder';
/** Of all processes in it. */
const PIDS = 4096;
const READY_WITHIN_MS = 60_000;
const LOOK_MS = 100;
/** The engine inside ends a little after the build must have. */
const GRACE_MINUTES = 2;
const MAX_OUTPUT = 64 * 1024;
/** When the reference implementation wrote the line. */
const STAMP = /^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] /;
const NOISE = /^\s*$|^#\d+ sha256:/;
const NO_LOOP_DEVICE = /no loop device/;

interface SandboxConfig {
  /** Of `images.ensureBuilder`. */
  image: string;
  /** Of the installation, so that its firewall rules hold and its leftovers are found. */
  labels: Record<string, string>;
  limits: BuildLimits;
  signal: AbortSignal;
}

/**
 * A machine for one build: an engine of its own, in a network of its own, with nothing of ours in it. It is gone when
 * `use` has ended, and by itself after its time should we be gone before.
 * @throws BuildTookTooLong, the signal's reason, EngineError
 */
export async function withBuildSandbox<T>(
  engine: Engine,
  { image, labels, limits, signal }: SandboxConfig,
  use: (sandbox: BuildSandbox) => Promise<T>,
): Promise<T> {
  const name = `slipway-build-${randomBytes(8).toString('hex')}`;
  const ours = { ...labels, [BUILD_LABEL]: String(Date.now()) };
  const timeLimit = AbortSignal.timeout(limits.minutes * 60_000);
  const either = AbortSignal.any([signal, timeLimit]);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.aborted ? signal.reason : new BuildTookTooLong(limits.minutes));
  aborted.promise.catch(() => undefined);
  either.addEventListener('abort', abort, { once: true });
  if (either.aborted) abort();
  await removeLeftovers(engine, labels, limits);
  const started = start(engine, { name, image, labels: ours, limits }, either);
  const work = started.then(() => {
    either.throwIfAborted();
    return use(sandboxOf(engine, name, limits));
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    either.removeEventListener('abort', abort);
    // What is still being made must be there to be removed.
    await started.catch(() => undefined);
    await remove(engine, name);
  }
}

async function start(
  engine: Engine,
  { name, image, labels, limits }: { name: string } & Omit<SandboxConfig, 'signal'>,
  signal: AbortSignal,
): Promise<void> {
  await engine.ensureNetwork({ name, labels });
  await engine.createContainer({
    ...{ name, image, labels, network: name, hostname: 'build' },
    ...{ machine: true, once: true, loopDevices: true },
    ...{ cpuCores: limits.cpuCores, memoryMb: limits.memoryMb, pidsLimit: PIDS },
    env: {
      SLIPWAY_STORAGE_MB: String(limits.diskMb),
      SLIPWAY_BUILD_SECONDS: String((limits.minutes + GRACE_MINUTES) * 60),
    },
  });
  await engine.start(name);
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    signal.throwIfAborted();
    const request = { user: BUILDER_USER, command: ['docker', 'version', '--format', '{{.Server.Version}}'] };
    const { exitCode, stdout, stderr } = await engine.run(name, request).catch(explainStart);
    if (exitCode === 0) return;
    if (performance.now() > deadline) throw new EngineError('other', `the engine of a build: ${stdout}${stderr}`);
    await delay(LOOK_MS, undefined, { signal });
  }
}

/** It is removed as soon as it ends, with its log. */
function explainStart(error: Error): never {
  if (NO_LOOP_DEVICE.test(error.message)) throw error;
  throw new EngineError('other', `the sandbox of a build ended at its start: ${error.message}`, { cause: error });
}

function sandboxOf(engine: Engine, name: string, { minutes }: BuildLimits): BuildSandbox {
  const timeoutMs = minutes * 60_000;
  const feed = async (tar: Readable, request: ExecRequest) => {
    const session = await engine.exec(name, request);
    session.stdout.resume();
    let problem = '';
    void eachLine(session.stderr, (line) => {
      problem = `${problem}${line}\n`.slice(-MAX_OUTPUT);
    });
    // A program that ends early breaks the pipe, and one whose input broke says so: its own word counts.
    pipeline(tar, session.stdin).catch(() => undefined);
    const exitCode = await session.exitCode;
    tar.destroy();
    if (exitCode !== 0) throw problemOf(`${request.command[0]} in the sandbox of a build`, problem);
  };
  return {
    putProject: (tar) =>
      feed(tar, { user: BUILDER_USER, command: ['tar', '-x', '--no-same-owner', '-C', '/storage/project'] }),
    putImage: (saved) => feed(saved, { user: BUILDER_USER, command: ['docker', 'load', '--quiet'] }),
    async build(config, onLine) {
      const request = { user: BUILDER_USER, command: ['slipway-build', config] };
      let output = '';
      const { exitCode } = await engine.run(
        name,
        {
          ...request,
          onOutput: (written) => {
            const line = written.replace(STAMP, '');
            if (NOISE.test(line)) return;
            output = `${output}${line}\n`.slice(-MAX_OUTPUT);
            onLine(line);
          },
        },
        { timeoutMs },
      );
      return { exitCode, output };
    },
    async takeResult() {
      const find = { user: BUILDER_USER, command: ['docker', 'image', 'inspect', '--format', '{{.Id}}', 'result'] };
      const { stdout } = await engine.run(name, find);
      const id = stdout.trim();
      if (!/^sha256:[0-9a-f]{64}$/.test(id)) throw new EngineError('other', 'a build left no image');
      const session = await engine.exec(name, { user: BUILDER_USER, command: ['docker', 'save', id] });
      session.stdin.end();
      session.stderr.resume();
      session.exitCode.catch(() => undefined);
      return session.stdout;
    },
  };
}

/** What a program inside said, as the failure it is. */
function problemOf(what: string, output: string): EngineError {
  const kind = /no space left on device/i.test(output) ? 'out-of-disk' : 'other';
  return new EngineError(kind, `${what}: ${output}`);
}

async function remove(engine: Engine, name: string): Promise<void> {
  // The engine may be removing it already, because it ended.
  await engine.remove(name).catch((error) => {
    if (!isEngineError(error, 'conflict')) throw error;
  });
  await engine.removeNetwork(name, { force: true });
}

/** Containers end and go by themselves; a network of a process that is gone stays until the next build. */
async function removeLeftovers(
  engine: Engine,
  labels: Record<string, string>,
  { minutes }: BuildLimits,
): Promise<void> {
  const before = Date.now() - (minutes + 2 * GRACE_MINUTES) * 60_000;
  const isLeft = (found: { labels: Record<string, string> }) => Number(found.labels[BUILD_LABEL]) < before;
  const wanted = { ...labels, [BUILD_LABEL]: '' };
  const [containers, networks] = await Promise.all([engine.list(wanted), engine.listNetworks(wanted)]);
  for (const { id } of containers.filter(isLeft)) {
    await engine.remove(id).catch((error) => {
      if (!isEngineError(error, 'conflict')) throw error;
    });
  }
  for (const { name } of networks.filter(isLeft)) await engine.removeNetwork(name, { force: true });
}
