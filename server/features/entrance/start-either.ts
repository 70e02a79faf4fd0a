import type { Origin, Services } from '../context.ts';
import { type Asking, beginStart } from '../instances/index.ts';
import { serviceKind } from '../services/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

/**
 * Starts the target of a visit; both kinds share one id space. @throws NotFound, Forbidden, Conflict, PaymentRequired
 */
export async function startEither(
  services: Services & { origin?: Origin },
  actor: Asking,
  id: string,
  { isWorkspace }: { isWorkspace: boolean },
): Promise<void> {
  await (isWorkspace ? beginStart(services, workspaceKind, actor, id) : beginStart(services, serviceKind, actor, id));
}
