import { createHash } from 'node:crypto';
import { bridgeName, INSTALLATION_LABEL } from './bridges.ts';
import { call, type DockerContext, unless } from './docker-call.ts';
import type { Engine, NetworkSpec } from './engine.ts';
import { isEngineError } from './engine-error.ts';

const TIMEOUT_MS = 30_000;
const BRIDGE = 'com.docker.network.bridge.name';

type NetworkCalls = Pick<
  Engine,
  'ensureNetwork' | 'removeNetwork' | 'connectNetwork' | 'disconnectNetwork' | 'listNetworks'
>;

/** The engine's own pools end after some thirty bridges, and each organization has one, so we choose their subnets. */
export function dockerNetworks({ docker, addressPool }: DockerContext): NetworkCalls {
  const idOf = async (name: string, timeoutMs: number) => {
    const { Id } = await call(`network ${name}`, timeoutMs, () => docker.getNetwork(name).inspect());
    return Id;
  };

  const detachAll = async (name: string, timeoutMs: number) => {
    const network = docker.getNetwork(name);
    const inspecting = call(`network ${name}`, timeoutMs, async () => {
      const { Containers } = (await network.inspect()) as { Containers?: Record<string, unknown> };
      const detaching = Object.keys(Containers ?? {}).map((id) => network.disconnect({ Container: id, Force: true }));
      await Promise.all(detaching);
    });
    await unless(['not-found'], inspecting);
  };

  /** Its addresses are of the swarm's own pool. Of two who create it at once, the swarm refuses one. */
  const createOverlay = async (spec: NetworkSpec, timeoutMs: number): Promise<string> => {
    const creating = call(`create network ${spec.name}`, timeoutMs, (abortSignal) =>
      docker.createNetwork({
        Name: spec.name,
        Driver: 'overlay',
        CheckDuplicate: true,
        Attachable: true,
        Internal: true,
        Labels: spec.labels,
        Options: spec.overlay?.encrypted ? { encrypted: '' } : {},
        abortSignal,
      }),
    );
    return creating.then(
      ({ id }) => id,
      (error) => {
        if (!isEngineError(error, 'conflict')) throw error;
        return idOf(spec.name, timeoutMs);
      },
    );
  };

  return {
    async ensureNetwork({ name, labels, overlay }, { timeoutMs = TIMEOUT_MS } = {}) {
      try {
        return await idOf(name, timeoutMs);
      } catch (error) {
        if (!isEngineError(error, 'not-found')) throw error;
      }
      if (overlay) return createOverlay({ name, labels, overlay }, timeoutMs);
      const bridge = bridgeName(name, labels?.[INSTALLATION_LABEL] ?? '');
      for (const subnet of subnetsFor(name, addressPool)) {
        try {
          const network = await call(`create network ${name}`, timeoutMs, (abortSignal) =>
            docker.createNetwork({
              Name: name,
              Driver: 'bridge',
              CheckDuplicate: true,
              Labels: labels,
              IPAM: { Driver: 'default', Config: [{ Subnet: subnet }] },
              Options: { [BRIDGE]: bridge },
              abortSignal,
            }),
          );
          return network.id;
        } catch (error) {
          if (isEngineError(error, 'conflict')) return idOf(name, timeoutMs);
          if (!(error instanceof Error && /overlaps/i.test(error.message))) throw error;
        }
      }
      throw new Error(`no subnet is left in ${addressPool}`);
    },

    async connectNetwork(name, container, alias, { timeoutMs = TIMEOUT_MS } = {}) {
      const connecting = call(`connect ${container} to ${name}`, timeoutMs, () =>
        docker.getNetwork(name).connect({ Container: container, EndpointConfig: { Aliases: [alias] } }),
      );
      await connecting.catch((error) => {
        if (!/already (exists in|attached to) network/i.test(String(error))) throw error;
      });
    },

    async disconnectNetwork(name, container, { timeoutMs = TIMEOUT_MS } = {}) {
      const disconnecting = call(`disconnect ${container} from ${name}`, timeoutMs, () =>
        docker.getNetwork(name).disconnect({ Container: container, Force: true }),
      );
      await disconnecting.catch((error) => {
        if (!/not connected to/i.test(String(error))) throw error;
      });
    },

    async removeNetwork(name, { force = false, timeoutMs = TIMEOUT_MS } = {}) {
      if (force) await detachAll(name, timeoutMs);
      const removal = call(`remove network ${name}`, timeoutMs, (abortSignal) =>
        docker.getNetwork(name).remove({ abortSignal }),
      );
      await unless(['not-found'], removal);
    },

    async listNetworks(labels, { timeoutMs = TIMEOUT_MS } = {}) {
      const filters = { label: labelFilter(labels) };
      const found = await call('list networks', timeoutMs, (abortSignal) =>
        docker.listNetworks({ filters, abortSignal }),
      );
      return found.map(({ Id, Name, Labels, Options }) => ({
        id: Id,
        name: Name,
        labels: Labels ?? {},
        bridge: Options?.[BRIDGE] ?? null,
      }));
    },
  };
}

/** Docker's label filter: `key=value`, or `key` alone for any value. */
export function labelFilter(labels: Record<string, string>): string[] {
  return Object.entries(labels).map(([key, value]) => (value === '' ? key : `${key}=${value}`));
}

/**
 * All /24 subnets of the pool, starting at a place that depends on the name, so that two callers rarely try the same
 * one.
 */
function* subnetsFor(name: string, pool: string): Generator<string> {
  const [base = '', prefix = ''] = pool.split('/');
  const [a = 0, b = 0, c = 0] = base.split('.').map(Number);
  const count = 2 ** (24 - Number(prefix));
  const first = createHash('sha256').update(name).digest().readUInt32BE(0) % count;
  for (let i = 0; i < count; i++) {
    const network = a * 65_536 + b * 256 + c + ((first + i) % count);
    yield `${network >>> 16}.${(network >>> 8) & 255}.${network & 255}.0/24`;
  }
}
