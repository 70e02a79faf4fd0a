import { Agent } from 'node:https';
import Docker from 'dockerode';
import { EngineError } from './engine-error.ts';
import type { SshLogin } from './ssh-tunnel.ts';

/** How the engine of another machine is reached: mutual TLS, with certificates made for this one engine. */
export interface RemoteEngine {
  /** IP address or host name. */
  host: string;
  port: number;
  /** PEM. The authority signed nothing but this engine's and our own certificate. */
  ca: string;
  cert: string;
  key: string;
  /**
   * How ports of its containers are reached: through this login, where they are bound to the machine's loopback; without
   * one directly, which is for machines that only we have a network with.
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
  // A handshake costs more than most calls: connections are kept for a while.
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: IDLE_SOCKETS,
    timeout: IDLE_MS,
    ca,
    cert,
    key,
    minVersion: 'TLSv1.3',
    // The authority vouches for one server only; its address may change with every start.
    checkServerIdentity: (_host, { subject }) =>
      subject.CN === ENGINE_NAME ? undefined : new EngineError('unreachable', `${host} is not the engine it should be`),
  });
  // The types of dockerode do not know `agent`, which it passes on.
  const options = { host, port, protocol: 'https', agent } as Docker.DockerOptions;
  return { docker: new Docker(options), close: () => agent.destroy() };
}

/** Common name in the certificate of every engine. */
export const ENGINE_NAME = 'slipway-engine';
