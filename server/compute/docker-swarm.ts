import { call, type DockerContext, unless } from './docker-call.ts';
import type { Engine, SwarmNode } from './engine.ts';

const TIMEOUT_MS = 10_000;
const MANAGER_PORT = 2377;

/** dockerode declares what it returns for nodes as `any`. */
interface Node {
  ID: string;
  Spec: { Labels?: Record<string, string>; Availability: SwarmNode['availability'] };
  Description: { Hostname: string; Resources: { NanoCPUs: number; MemoryBytes: number } };
  Status: { State: string; Addr: string };
}

export function dockerSwarm({ docker }: Pick<DockerContext, 'docker'>): Pick<Engine, 'swarm' | 'removeSwarmNode'> {
  return {
    async swarm({ timeoutMs = TIMEOUT_MS } = {}) {
      const { Swarm: own } = await call('info', timeoutMs, () => docker.info());
      if (!own?.ControlAvailable) return null;
      const [nodes, { JoinTokens }] = await call('swarm', timeoutMs, () =>
        Promise.all([docker.listNodes() as Promise<Node[]>, docker.swarmInspect()]),
      );
      return {
        ownId: own.NodeID,
        nodes: nodes.map(fromDocker),
        joinCommand: `docker swarm join --token ${JoinTokens.Worker} ${own.NodeAddr}:${MANAGER_PORT}`,
      };
    },
    async removeSwarmNode(nodeId, { timeoutMs = TIMEOUT_MS } = {}) {
      const removal = call(`remove node ${nodeId}`, timeoutMs, () => docker.getNode(nodeId).remove({ force: true }));
      await unless(['not-found'], removal);
    },
  };
}

function fromDocker({ ID, Spec, Description, Status }: Node): SwarmNode {
  const { NanoCPUs, MemoryBytes } = Description.Resources;
  return {
    id: ID,
    name: Description.Hostname,
    address: Status.Addr,
    labels: Spec.Labels ?? {},
    isReady: Status.State === 'ready',
    availability: Spec.Availability,
    cpuCores: NanoCPUs / 1e9,
    memoryMb: Math.floor(MemoryBytes / 2 ** 20),
  };
}
