import { OtherEngine } from './compute/engine-error.ts';
import type { Dependencies } from './features/context.ts';
import { ConfigError } from './platform/config-error.ts';
import type { ServerRole } from './platform/roles.ts';

const PATIENCE_MS = 5000;

/**
 * The roles that this process can have. Workers and gateways need the engine that the database knows: with another
 * machine's, a worker would take everything for gone. @throws ConfigError if no role is left
 */
export async function leaveOutRoles(
  dependencies: Pick<Dependencies, 'config' | 'engines' | 'log'>,
): Promise<ServerRole[]> {
  const { config, engines, log } = dependencies;
  if (config.roles.every((role) => role === 'api')) return config.roles;
  try {
    await engines.get('local').info({ timeoutMs: PATIENCE_MS });
    return config.roles;
  } catch (error) {
    // One that doesn't answer is the matter of the roles that need it.
    if (!(error instanceof OtherEngine)) return config.roles;
    if (!config.roles.includes('api')) throw new ConfigError(error.message);
    const leftOut = config.roles.filter((role) => role !== 'api');
    log.error({ leftOut }, 'this process starts without the roles that need the known engine');
    return ['api'];
  }
}
