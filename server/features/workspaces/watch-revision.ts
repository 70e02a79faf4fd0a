import type { Services } from '../context.ts';
import type { WorkspaceRecord } from './access.ts';
import { Superseded } from './launch-error.ts';
import { readWorkspace } from './read-workspace.ts';

const LOOK_MS = 500;

/** A signal that aborts with `Superseded` as soon as the person asks for something else, or when `outer` aborts. */
export function watchRevision(
  services: Services,
  workspace: Pick<WorkspaceRecord, 'id' | 'revision' | 'status'>,
  outer: AbortSignal,
): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const look = async () => {
    const current = await readWorkspace(services, workspace.id);
    if (current?.revision !== workspace.revision || current.status !== workspace.status) {
      controller.abort(new Superseded());
    }
  };
  // A database that is away for a moment is the business of the launch itself.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return { signal: AbortSignal.any([controller.signal, outer]), stop: () => clearInterval(timer) };
}
