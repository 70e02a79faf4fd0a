import type { Engine } from '../../compute/engine.ts';
import type { CatalogueItem } from '../catalogue/index.ts';
import { askCommand, askPage, askPort, type Fault } from '../instances/index.ts';

const TIMEOUT_MS = 4000;

/**
 * Asks a service once, from inside its container, whether it is ready, by its item's health check. @returns null if it
 * is @throws EngineError if the engine itself is away
 */
export function askService(engine: Engine, container: string, health: CatalogueItem['health']): Promise<Fault> {
  const asked = { engine, container, timeoutMs: TIMEOUT_MS };
  if ('command' in health) return askCommand(asked, { user: '0', command: health.command });
  return 'tcp' in health ? askPort(asked, health.tcp) : askPage(asked, health.http);
}
