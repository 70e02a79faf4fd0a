import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL, type InitProgress, readInstallationId } from '../instances/index.ts';
import type { HostRecord } from './find-host.ts';

/** The agent's own port, on which something listens in every container of ours. */
const AGENT_PORT = 7070;
const DIAL_TRIES = 20;
const PAUSE_MS = 250;
const GPU_DEVICES = /^(nvidia\d+|nvidiactl|kfd|dxg)$/m;

/** A host isn't what it should be; the message is one sentence for people. */
export class ProofFailed extends Error {
  override name = 'ProofFailed';
  /** Another attempt would end the same. */
  readonly final: boolean;
  constructor(message: string, { final = false, cause }: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.final = final;
  }
}

/**
 * Proves that a host works: a container starts on it, is reached the way the gateway reaches containers, and sees the
 * GPU if there should be one. Leaves nothing behind. @throws ProofFailed
 */
export async function proveHost(
  dependencies: Dependencies,
  engine: Engine,
  host: Pick<HostRecord, 'id' | 'vramGb'>,
  progress: InitProgress,
): Promise<void> {
  const name = `slipway-proof-${newId()}`;
  const hasGpu = host.vramGb !== null;
  try {
    const image = await dependencies.images.ensureProbe(engine, { onOutput: progress.output('H04') });
    const labels = { [INSTALLATION_LABEL]: await readInstallationId(dependencies) };
    await engine.ensureNetwork({ name, labels });
    await startContainer(engine, { name, image, labels, gpu: hasGpu });
    progress.say('H04', say('hosts.containersRun'));
    await reach(engine, name);
    progress.say('H05', say('hosts.gatewayReaches'));
    if (!hasGpu) return;
    await seeGpu(engine, name);
    progress.say('H06', say('hosts.gpuAvailable'));
  } finally {
    await engine.remove(name).catch(() => undefined);
    await engine.removeNetwork(name).catch(() => undefined);
  }
}

async function startContainer(
  engine: Engine,
  { name, image, labels, gpu }: { name: string; image: string; labels: Record<string, string>; gpu: boolean },
): Promise<void> {
  try {
    await engine.createContainer({
      name,
      image,
      network: name,
      labels,
      cpuCores: 0.5,
      memoryMb: 64,
      gpu,
      env: { SLIPWAY_AGENT_TOKEN: newToken() },
    });
    await engine.start(name);
  } catch (cause) {
    if (gpu && isEngineError(cause, 'other')) throw new ProofFailed(say('hosts.gpuUnusable'), { final: true, cause });
    throw new ProofFailed(say('hosts.containerNotStarted'), { cause });
  }
}

async function reach(engine: Engine, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const stream = await engine.dial(name, AGENT_PORT, { timeoutMs: 5000 });
      stream.destroy();
      return;
    } catch (cause) {
      if (attempt >= DIAL_TRIES) throw new ProofFailed(say('hosts.networkUnreachable'), { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function seeGpu(engine: Engine, name: string): Promise<void> {
  const { stdout } = await engine.run(name, { user: '0', command: ['/bin/ls', '/dev'] });
  if (!GPU_DEVICES.test(stdout)) throw new ProofFailed(say('hosts.gpuNotVisible'), { final: true });
}
