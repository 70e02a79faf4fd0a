import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from './kind.ts';
import { Superseded } from './launch-error.ts';
import { readInstance } from './read.ts';

const LOOK_MS = 500;

/** A signal that aborts with `Superseded` as soon as the person asks for something else, or when `outer` aborts. */
export function watchAsked(
  dependencies: Dependencies,
  kind: Kind,
  asked: Pick<Instance, 'id' | 'revision' | 'status'>,
  outer: AbortSignal,
): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const look = async () => {
    const current = await readInstance(dependencies, kind, asked.id);
    if (current?.revision !== asked.revision || current.status !== asked.status) controller.abort(new Superseded());
  };
  // The launch itself handles a database that is away for a moment.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return { signal: AbortSignal.any([controller.signal, outer]), stop: () => clearInterval(timer) };
}
