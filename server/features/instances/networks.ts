import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { readInstallationId } from './installation.ts';
import type { Instance } from './kind.ts';
import { INSTALLATION_LABEL, networkName, ORGANIZATION_LABEL } from './names.ts';

/** Existing networks and those being created, by engine; forgotten if a container can't join one. */
const networks = new WeakMap<Engine, Map<string, Promise<void>>>();

/** The private network of an organization on an engine: created once, and remembered. */
export function ensureNetwork(engine: Engine, organizationId: string, installationId: string): Promise<void> {
  const seen = networks.get(engine) ?? new Map<string, Promise<void>>();
  networks.set(engine, seen);
  const name = networkName(organizationId);
  const found = seen.get(name);
  if (found) return found;
  const labels = { [INSTALLATION_LABEL]: installationId, [ORGANIZATION_LABEL]: organizationId };
  const make = async () => void (await engine.ensureNetwork({ name, labels }));
  // Another process may be creating it at the same moment; the second look finds it.
  const making = make().catch((error) => {
    if (isEngineError(error, 'unreachable')) throw error;
    return make();
  });
  seen.set(name, making);
  making.catch(() => seen.delete(name));
  return making;
}

/** The engine's own network of that name, on which there is nobody. */
export const NO_NETWORK = 'none';

/**
 * Makes the network that a running container, made apart, will join, and frees the container for it: both take a while,
 * and joining then takes less.
 */
export async function prepareToJoin(
  dependencies: Pick<Dependencies, 'db'>,
  engine: Engine,
  organizationId: string,
  container: string,
): Promise<void> {
  await engine.disconnectNetwork(NO_NETWORK, container);
  await ensureNetwork(engine, organizationId, await readInstallationId(dependencies));
}

/** Puts such a container on its organization's network. */
export async function joinNetwork(
  dependencies: Pick<Dependencies, 'db'>,
  engine: Engine,
  { slug, organizationId }: Pick<Instance, 'slug' | 'organizationId'>,
  container: string,
): Promise<void> {
  await ensureNetwork(engine, organizationId, await readInstallationId(dependencies));
  await engine.connectNetwork(networkName(organizationId), container, slug);
}

/** Call this when images or networks of an engine may have disappeared. */
export function forgetNetworks(engine: Engine): void {
  networks.delete(engine);
}

/**
 * For a stopped container whose network was pruned, as `docker network prune` does where nothing runs: makes the network
 * again, and attaches the container, which refers to the old one by its id.
 */
export async function rejoinNetwork(
  dependencies: Pick<Dependencies, 'db'>,
  engine: Engine,
  { slug, organizationId }: Pick<Instance, 'slug' | 'organizationId'>,
  container: string,
): Promise<void> {
  forgetNetworks(engine);
  await ensureNetwork(engine, organizationId, await readInstallationId(dependencies));
  const network = networkName(organizationId);
  await engine.disconnectNetwork(network, container);
  await engine.connectNetwork(network, container, slug);
}

/** A container that was attached meanwhile keeps it. */
export async function removeNetwork(engine: Engine, organizationId: string): Promise<void> {
  try {
    await engine.removeNetwork(networkName(organizationId));
    networks.get(engine)?.delete(networkName(organizationId));
  } catch (error) {
    if (!isEngineError(error, 'conflict')) throw error;
  }
}
