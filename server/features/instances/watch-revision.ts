import type { Services } from '../context.ts';
import type { Kind, Living } from './kind.ts';
import { Superseded } from './launch-error.ts';

const LOOK_MS = 500;

/** A signal that aborts with `Superseded` as soon as the person asks for something else, or when `outer` aborts. */
export function watchAsked<R extends Living>(
  services: Services,
  kind: Pick<Kind<R>, 'read'>,
  asked: Pick<Living, 'id' | 'revision' | 'status'>,
  outer: AbortSignal,
): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const look = async () => {
    const current = await kind.read(services, asked.id);
    if (current?.revision !== asked.revision || current.status !== asked.status) controller.abort(new Superseded());
  };
  // A database that is away for a moment is the business of the launch itself.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return { signal: AbortSignal.any([controller.signal, outer]), stop: () => clearInterval(timer) };
}
