import { call, type DockerContext } from './docker-call.ts';
import { createClient, type RemoteEngine } from './docker-client.ts';
import { dockerContainers } from './docker-containers.ts';
import { dockerCreate } from './docker-create.ts';
import { dockerDial } from './docker-dial.ts';
import { dockerEvents } from './docker-events.ts';
import { dockerExec } from './docker-exec.ts';
import { dockerFiles } from './docker-files.ts';
import { dockerImages } from './docker-images.ts';
import { dockerNetworks } from './docker-networks.ts';
import { dockerRun } from './docker-run.ts';
import { dockerSwarm } from './docker-swarm.ts';
import type { Engine, EngineId } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { createSshTunnel } from './ssh-tunnel.ts';

export type DockerEngineConfig = {
  id: EngineId;
  /** Range for the networks' /24 subnets; default 10.208.0.0/12. */
  addressPool?: string;
} & ({ /** Path of the engine's unix socket. */ socketPath: string } | { remote: RemoteEngine });

/** A Docker engine behind the `Engine` interface. Contacts nothing until a method is called. */
export function createDockerEngine(config: DockerEngineConfig): Engine {
  const { id, addressPool = '10.208.0.0/12' } = config;
  const client = createClient(config);
  const remote = 'remote' in config ? config.remote : null;
  const tunnel = remote?.ssh ? createSshTunnel(remote.ssh) : null;
  const context: DockerContext = {
    id,
    docker: client.docker,
    addressPool,
    // Containers on another machine have no address here, so each one's agent gets a port of that machine.
    agents: remote && {
      bindAddress: tunnel ? '127.0.0.1' : '0.0.0.0',
      host: tunnel ? '127.0.0.1' : remote.host,
      tunnel,
    },
  };
  const { docker } = context;
  const containers = dockerContainers(context);
  const exec = dockerExec(context);

  return {
    id,
    isNested: remote !== null && tunnel === null,
    async ping({ timeoutMs = 5_000 } = {}) {
      await call('ping', timeoutMs, () => docker.ping());
    },
    async info({ timeoutMs = 10_000 } = {}) {
      const info = await call('info', timeoutMs, () => docker.info());
      return {
        identity: info.ID,
        version: info.ServerVersion,
        cpuCores: info.NCPU,
        memoryMb: Math.floor(info.MemTotal / 2 ** 20),
        storageDriver: info.Driver,
        runningContainers: info.ContainersRunning,
      };
    },
    ...dockerSwarm(context),
    ...dockerFiles(context),
    ...dockerNetworks(context),
    ...dockerCreate(context),
    ...containers,
    ...exec,
    ...dockerRun(exec),
    ...dockerDial(context, containers),
    ...dockerImages(context),
    ...dockerEvents(context),
    async lendPort(port, use) {
      if (tunnel) return tunnel.lend(port, use);
      if (remote) throw new EngineError('other', `${id} has no loopback interface in common with us`);
      return use(port);
    },
    close() {
      client.close();
      tunnel?.close();
    },
  };
}
