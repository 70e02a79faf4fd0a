import { say } from '../../platform/say.ts';
import { createDockerProvider, type DockerProviderConfig } from './docker-provider.ts';
import { createPoolMachines, type PoolMachines } from './pool-machines.ts';
import type { HostProvider } from './provider.ts';
import { createSshProvider, type SshProviderConfig } from './ssh-provider.ts';

const PROVIDERS = ['docker', 'ssh'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export interface HostProviders {
  /** The provider of new hosts. */
  readonly current: HostProvider;
  /** The provider that made a host; throws for one this version doesn't know. */
  get(id: string): HostProvider;
  /** Machines of shared workspaces; they belong to no host. */
  readonly pool: PoolMachines;
}

export function createHostProviders(
  config: { current: ProviderId } & DockerProviderConfig & SshProviderConfig,
): HostProviders {
  const known: HostProvider[] = [createDockerProvider(config), createSshProvider(config)];
  const get = (id: string): HostProvider => {
    const found = known.find((provider) => provider.id === id);
    if (!found) throw new Error(say('hosts.noSuchProvider', { provider: id }));
    return found;
  };
  return { current: get(config.current), get, pool: createPoolMachines(config.inventory) };
}
