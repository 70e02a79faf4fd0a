import type { RegistryLogin } from '../engine.ts';
import type { RegistryPlace } from './place.ts';
import { pingRegistry } from './registry-api.ts';

export interface ConfiguredRegistry {
  /** `registry.example.com/slipway`: its host, and the folder of our repository. */
  base: string;
  login: RegistryLogin | null;
}

/** Docker allows plain http only on this machine. */
const LOOPBACK = /^(localhost|127\.[\d.]+)(:\d+)?$/;

/** A registry the operator runs: every engine reaches it by itself. */
export function configuredPlace({ base, login }: ConfiguredRegistry, repository: () => Promise<string>): RegistryPlace {
  const [host = '', ...folders] = base.split('/');
  const origin = `${LOOPBACK.test(host) ? 'http' : 'https'}://${host}`;
  return {
    isConfigured: true,
    async open() {
      await pingRegistry({ origin });
      return { origin, repository: [...folders, await repository()].join('/'), login };
    },
    reach: (_engine, use) => use(host),
    free: async () => undefined,
    freeBytes: async () => null,
  };
}
