import type { Engine } from '../../compute/engine.ts';
import type { CatalogueItem } from '../catalogue/index.ts';
import { askCommand, askPage, askPort, type Fault } from '../instances/index.ts';

const TIMEOUT_MS = 4000;

/**
 * Asks a service once whether it is ready, from inside its container, by the health check of its item. @returns null when
 * it is @throws EngineError when the engine itself is away
 */
export function askService(engine: Engine, container: string, health: CatalogueItem['health']): Promise<Fault> {
  const asked = { engine, container, timeoutMs: TIMEOUT_MS };
  if ('command' in health) return askCommand(asked, { user: '0', command: health.command });
  return 'tcp' in health ? askPort(asked, health.tcp) : askPage(asked, health.http);
}
