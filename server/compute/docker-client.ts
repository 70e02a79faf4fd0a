import { Agent } from 'node:https';
import Docker from 'dockerode';
import { EngineError } from './engine-error.ts';
import type { SshLogin } from './ssh-tunnel.ts';

/** How to reach another machine's engine: mutual TLS, with certificates made for this one engine. */
export interface RemoteEngine {
  /** IP address or host name. */
  host: string;
  port: number;
  /** PEM. The authority signed only this engine's certificate and ours. */
  ca: string;
  cert: string;
  key: string;
  /**
   * The login through which container ports are reached, bound to the machine's loopback. Without one they are reached
   * directly, for machines that share a private network with us.
   */
  ssh?: SshLogin | undefined;
}

export interface DockerClient {
  docker: Docker;
  close(): void;
}

const IDLE_SOCKETS = 8;
const IDLE_MS = 20_000;

export function createClient(address: { socketPath: string } | { remote: RemoteEngine }): DockerClient {
  if ('socketPath' in address) {
    return { docker: new Docker({ socketPath: address.socketPath }), close: () => undefined };
  }
  const { host, port, ca, cert, key } = address.remote;
  // A handshake costs more than most calls, so connections are kept for a while.
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: IDLE_SOCKETS,
    timeout: IDLE_MS,
    ca,
    cert,
    key,
    minVersion: 'TLSv1.3',
    // The authority vouches for one server only, whose address may change with every start.
    checkServerIdentity: (_host, { subject }) =>
      subject.CN === ENGINE_NAME ? undefined : new EngineError('unreachable', `${host} is not the engine it should be`),
  });
  // dockerode passes `agent` on, but its types don't know it.
  const options = { host, port, protocol: 'https', agent } as Docker.DockerOptions;
  return { docker: new Docker(options), close: () => agent.destroy() };
}

/** Common name in every engine's certificate. */
export const ENGINE_NAME = 'slipway-engine';
