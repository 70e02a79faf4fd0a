import Docker from 'dockerode';
import { call, type DockerContext } from './docker-call.ts';
import { dockerContainers } from './docker-containers.ts';
import { dockerCreate } from './docker-create.ts';
import { dockerDial } from './docker-dial.ts';
import { dockerEvents } from './docker-events.ts';
import { dockerExec } from './docker-exec.ts';
import { dockerImages } from './docker-images.ts';
import { dockerNetworks } from './docker-networks.ts';
import { dockerRun } from './docker-run.ts';
import type { Engine, EngineId } from './engine.ts';

export interface DockerEngineConfig {
  id: EngineId;
  /** Path of the engine's unix socket. */
  socketPath: string;
  /** Range that networks get their /24 subnets from; default 10.208.0.0/12. */
  addressPool?: string;
}

/** A Docker engine behind the `Engine` interface. Contacts nothing until a method is called. */
export function createDockerEngine({ id, socketPath, addressPool = '10.208.0.0/12' }: DockerEngineConfig): Engine {
  const context: DockerContext = { id, docker: new Docker({ socketPath }), addressPool };
  const { docker } = context;
  const containers = dockerContainers(context);
  const exec = dockerExec(context);

  return {
    id,
    async ping({ timeoutMs = 5_000 } = {}) {
      await call('ping', timeoutMs, () => docker.ping());
    },
    async info({ timeoutMs = 10_000 } = {}) {
      const info = await call('info', timeoutMs, () => docker.info());
      return {
        version: info.ServerVersion,
        cpuCores: info.NCPU,
        memoryMb: Math.floor(info.MemTotal / 2 ** 20),
        storageDriver: info.Driver,
        runningContainers: info.ContainersRunning,
      };
    },
    ...dockerNetworks(context),
    ...dockerCreate(context),
    ...containers,
    ...exec,
    ...dockerRun(exec),
    ...dockerDial(containers),
    ...dockerImages(context),
    ...dockerEvents(context),
  };
}
