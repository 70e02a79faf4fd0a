import type { Duplex } from 'node:stream';
import { AGENT_PORT, type AgentAddress, dialAgent } from './dial-agent.ts';
import type { DockerContext } from './docker-call.ts';
import type { CallOptions, ContainerState, Engine } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';
import { isOverlay } from './overlays.ts';

/** A container's address changes only at a start; the token reveals if another container has it. */
const REMEMBER_MS = 5_000;
const TIMEOUT_MS = 10_000;

/** `dial` of an engine. Addresses are cached for a few seconds and looked up again if they don't answer. */
export function dockerDial(
  { agents }: Pick<DockerContext, 'agents'>,
  { inspect }: Pick<Engine, 'inspect'>,
): Pick<Engine, 'dial'> {
  const remembered = new Map<string, { address: AgentAddress; until: number }>();

  const lookUp = async (ref: string, options: CallOptions): Promise<AgentAddress> => {
    const known = remembered.get(ref);
    if (known && known.until > Date.now()) return known.address;
    remembered.delete(ref);
    const state = await inspect(ref, options);
    const place = agentPlace(agents, state);
    const token = state.env.SLIPWAY_AGENT_TOKEN;
    if (!state.running || !place) throw new EngineError('offline', `${ref} does not run`);
    if (!token) throw new EngineError('offline', `${ref} has no agent`);
    const address = { ...place, token };
    remembered.set(ref, { address, until: Date.now() + REMEMBER_MS });
    return address;
  };

  return {
    async dial(ref, port, { timeoutMs = TIMEOUT_MS } = {}): Promise<Duplex> {
      const wasRemembered = remembered.has(ref);
      const address = await lookUp(ref, { timeoutMs });
      try {
        return await dialAgent(address, port, timeoutMs);
      } catch (error) {
        if (isEngineError(error, 'port-not-listening')) throw error;
        remembered.delete(ref);
        if (!wasRemembered) throw error;
        return dialAgent(await lookUp(ref, { timeoutMs }), port, timeoutMs);
      }
    },
  };
}

/**
 * Here a container has its own address, though only its peers reach the one on an overlay; on another machine its agent
 * has a port of that machine.
 */
function agentPlace(agents: DockerContext['agents'], state: ContainerState): Omit<AgentAddress, 'token'> | null {
  if (!agents) {
    const [, host] = Object.entries(state.ipAddresses).find(([network]) => !isOverlay(network)) ?? [];
    return host ? { host } : null;
  }
  const port = state.publishedPorts.find(({ containerPort }) => containerPort === AGENT_PORT)?.hostPort;
  if (!port) return null;
  const { host, tunnel } = agents;
  return tunnel ? { host, port, open: () => tunnel.open(port) } : { host, port };
}
