import type { Dependencies, Origin } from '../context.ts';
import { beginStart, type Requester } from '../instances/index.ts';
import { serviceKind } from '../services/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

/**
 * Starts the target of a visit; both kinds share one id space. @throws NotFound, Forbidden, Conflict, PaymentRequired
 */
export async function startEither(
  dependencies: Dependencies & { origin?: Origin },
  actor: Requester,
  id: string,
  { isWorkspace }: { isWorkspace: boolean },
): Promise<void> {
  await (isWorkspace
    ? beginStart(dependencies, workspaceKind, actor, id)
    : beginStart(dependencies, serviceKind, actor, id));
}
