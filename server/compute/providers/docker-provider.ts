import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../platform/say.ts';
import type { RemoteEngine } from '../docker-client.ts';
import { createDockerEngine } from '../docker-engine.ts';
import type { Engine } from '../engine.ts';
import { EngineError, isEngineError } from '../engine-error.ts';
import { ensureMachineImage } from '../machine-image.ts';
import { type Claim, type HostProvider, MachineUnavailable } from './provider.ts';

const ENGINE_PORT = 2376;
const READY_WITHIN_MS = 60_000;
const LOOK_MS = 100;
const STOP_SECONDS = 20;
/** Limit of processes on the whole host. */
const PIDS = 32_768;

const HOST_LABEL = 'slipway.host';

export interface DockerProviderConfig {
  /** The engine that hosts run on; this machine reaches its containers by address. */
  engine: () => Engine;
  /** Label that marks this installation's hosts. */
  labels: () => Promise<Record<string, string>>;
}

/**
 * Hosts as containers with their own Docker engine, on this machine: works without configuration. Each has its own
 * network, so that hosts can't reach each other.
 */
export function createDockerProvider({ engine: parent, labels }: DockerProviderConfig): HostProvider {
  const locate = async ({ spec }: Claim, remote: RemoteEngine): Promise<RemoteEngine | null> => {
    try {
      const { ipAddresses, running } = await parent().inspect(machineName(spec.hostId));
      const [host] = Object.values(ipAddresses);
      return running && host ? { ...remote, host } : null;
    } catch (error) {
      if (isEngineError(error, 'not-found')) return null;
      throw error;
    }
  };
  const destroy = async ({ spec }: Claim): Promise<void> => {
    const name = machineName(spec.hostId);
    // Stop the engine first, so that it unmounts its mounts.
    await parent()
      .stop(name, { timeoutSeconds: STOP_SECONDS })
      .catch((error) => {
        if (!isEngineError(error, 'not-found')) throw error;
      });
    await parent().remove(name);
    // The registry is on it as well.
    await parent().removeNetwork(name, { force: true });
  };

  return {
    id: 'docker',
    candidates: async () => null,
    locate,
    destroy,
    async run({ spec }, script) {
      const request = { user: 'root', command: ['sh', '-s'], input: script };
      const { exitCode, stderr } = await parent().run(machineName(spec.hostId), request);
      if (exitCode !== 0) throw new EngineError('other', `a command on the machine ended with ${exitCode}: ${stderr}`);
    },
    async create(claim, { onOutput, signal }) {
      const { spec } = claim;
      const name = machineName(spec.hostId);
      const image = await ensureMachineImage(parent(), 'host', onOutput);
      // Remove what an earlier attempt left half-done.
      await destroy(claim);
      signal.throwIfAborted();
      const tags = { ...(await labels()), [HOST_LABEL]: spec.hostId };
      await parent().ensureNetwork({ name: machineName(spec.hostId), labels: tags });
      const { makeCertificates } = await import('./certificates.ts');
      const { ca, server, client } = await makeCertificates();
      await parent().createContainer({
        name,
        image,
        hostname: spec.hostname,
        network: machineName(spec.hostId),
        cpuCores: Math.min(spec.cpuCores, (await parent().info()).cpuCores),
        memoryMb: spec.memoryMb,
        pidsLimit: PIDS,
        labels: tags,
        env: { SLIPWAY_TLS_CA: base64(ca), SLIPWAY_TLS_CERT: base64(server.cert), SLIPWAY_TLS_KEY: base64(server.key) },
        machine: true,
      });
      await parent().start(name);
      onOutput(say('hosts.machineStarted'));
      const remote = { host: '', port: ENGINE_PORT, ca, ...client };
      return waitForEngine(() => locate(claim, remote), { signal, logs: () => parent().logs(name, { tail: 15 }) });
    },
  };
}

/** The engine as soon as it answers. @throws MachineUnavailable if it ends, or doesn't answer within a minute */
async function waitForEngine(
  locate: () => Promise<RemoteEngine | null>,
  { signal, logs }: { signal: AbortSignal; logs: () => Promise<string> },
): Promise<RemoteEngine> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const remote = await locate();
    if (!remote) break;
    const engine = createDockerEngine({ id: 'new', remote });
    const answers = await engine.ping({ timeoutMs: 2000 }).then(
      () => true,
      () => false,
    );
    engine.close();
    if (answers) return remote;
    await delay(LOOK_MS, undefined, { signal });
  }
  throw new MachineUnavailable(say('hosts.engineNotStarted'), { cause: await logs() });
}

/** A host's container, and the network of its own. */
export function machineName(hostId: string): string {
  return `slipway-host-${hostId}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
