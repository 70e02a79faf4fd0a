import type { Engine } from '../engine.ts';
import { machineName } from '../providers/docker-provider.ts';
import { RegistryError } from './registry-error.ts';

/** The registry's name for the engines of nested hosts. */
export const NESTED_NAME = 'slipway-registry';
const PORT = 5000;

/**
 * Engines speak plain http only with their own machine unless told otherwise: this tells a running one, once, and waits
 * until it has reloaded. The network between the two is on this machine, and nobody else is on it.
 */
const TELL = `
file=/etc/docker/daemon.json name=${NESTED_NAME}:${PORT}
if ! grep -qs "$name" "$file"; then
  printf '{"insecure-registries":["%s"]}\\n' "$name" > "$file"
  kill -HUP 1
fi
for _ in $(seq 100); do
  if docker info --format '{{json .RegistryConfig.IndexConfigs}}' | grep -q "$name"; then exit 0; fi
  sleep 0.1
done
exit 1`;

/** Lets a docker provider's host reach the registry, over the host's own network. Repeatable. */
export async function admitRegistry(home: Engine, host: Engine, registry: string): Promise<void> {
  const machine = machineName(host.id);
  await home.connectNetwork(machine, registry, NESTED_NAME);
  const { exitCode, stderr } = await home.run(machine, { user: 'root', command: ['sh', '-c', TELL] });
  if (exitCode !== 0) throw new RegistryError('other', `the host ${host.id} does not know the registry: ${stderr}`);
}
