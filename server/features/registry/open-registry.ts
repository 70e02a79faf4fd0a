import type { Engine } from '../../compute/engine.ts';
import { createRegistry } from '../../compute/registry/create-registry.ts';
import type { PushLock, Registry } from '../../compute/registry/registry.ts';
import { derivePassword } from '../../platform/secrets.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL, readInstallationId } from '../instances/index.ts';
import { createPushLock } from './push-lock.ts';

/** The registry named in the settings, or this installation's own on `home`. */
export function openRegistry({
  config,
  db,
  locks,
  home,
}: Pick<Dependencies, 'config' | 'db' | 'locks'> & { home: Engine }): Registry {
  return openRegistryOf(() => readInstallationId({ db }), { config, home, lock: createPushLock(locks) });
}

/** The same, of an installation whose database isn't there yet. */
export function openRegistryOf(
  readId: () => Promise<string>,
  { config, home, lock }: Pick<Dependencies, 'config'> & { home: Engine; lock: PushLock },
): Registry {
  const { registry: base, registryUser: user, registryPassword: password } = config;
  return createRegistry({
    home,
    configured: base ? { base, login: user && password ? { user, password } : null } : null,
    async installation() {
      const id = await readId();
      return { id, labels: { [INSTALLATION_LABEL]: id } };
    },
    password: derivePassword(config.secret ?? '', 'registry'),
    lock,
  });
}
