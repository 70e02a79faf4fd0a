import { z } from 'zod';
import type { DockerEngineConfig } from '../../compute/docker-engine.ts';
import type { Dependencies } from '../context.ts';
import type { HostRecord } from './find-host.ts';

const remoteSchema = z.object({
  host: z.string(),
  port: z.number(),
  ca: z.string(),
  cert: z.string(),
  key: z.string(),
  ssh: z
    .object({ host: z.string(), port: z.number(), user: z.string(), privateKey: z.string(), hostKey: z.string() })
    .optional(),
});

/** How to reach a host's engine: over TLS, or by a socket of this machine. */
const machineSchema = z.union([z.object({ remote: remoteSchema }), z.object({ socketPath: z.string() })]);
export type Machine = z.output<typeof machineSchema>;

/** The stored machine contains keys, so the database holds it only encrypted. */
export function sealMachine({ secrets }: Pick<Dependencies, 'secrets'>, machine: Machine): string {
  return secrets.seal(JSON.stringify(machine));
}

/** The address of a host's engine; null while it has none. */
export function engineConfig(
  { secrets }: Pick<Dependencies, 'secrets'>,
  { id, machine }: Pick<HostRecord, 'id' | 'machine'>,
): DockerEngineConfig | null {
  return machine === null ? null : { id, ...machineSchema.parse(JSON.parse(secrets.open(machine))) };
}
