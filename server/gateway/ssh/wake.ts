import { say } from '../../platform/say.ts';
import type { GatewayDirectory, GatewayTarget } from '../directory.ts';

export type Ready = { ok: true; target: GatewayTarget; containerId: string } | { ok: false; error: string };

export interface Waker {
  /**
   * The running workspace; an Offline one is started first, and `progress` hears about it. After a stop by hand, a
   * session with a terminal starts it, because a person sits there; one without doesn't if it may be an editor
   * reconnecting.
   */
  ready(asking: { withTerminal: boolean }, progress: (line: string) => void): Promise<Ready>;
}

/** Brings the workspace of one connection up, once for all its channels. */
export function createWaker(input: {
  directory: GatewayDirectory;
  target: GatewayTarget;
  userId: string;
  isAsleep(): boolean;
  signal: AbortSignal;
}): Waker {
  const { directory, target, userId, isAsleep, signal } = input;
  const listeners = new Set<(line: string) => void>();
  const tell = (line: string) => {
    for (const listener of listeners) listener(line);
  };
  let running = asReady(target);
  /** One per kind: refusing an editor must not refuse the person at a terminal beside it. */
  const waking = new Map<boolean, Promise<Ready>>();

  async function wake(withTerminal: boolean): Promise<Ready> {
    const known = await directory.find(target.slug);
    const already = asReady(known);
    if (already) return already;
    if (known?.status === 'Offline') {
      const started = await directory.wake(target.workspaceId, userId, { withTerminal });
      if (!started.ok) return { ok: false, error: started.error };
      // What was asleep is awake by now.
      const awake = known.asleep ? asReady(await directory.find(target.slug)) : null;
      if (awake) return awake;
    }
    const active = asReady(await directory.waitUntilActive(target.workspaceId, tell, signal));
    return active ?? { ok: false, error: say('gateway.notStarted') };
  }

  return {
    async ready({ withTerminal }, progress) {
      if (running && !isAsleep()) return running;
      listeners.add(progress);
      try {
        const trying = waking.get(withTerminal) ?? wake(withTerminal);
        waking.set(withTerminal, trying);
        const ready = await trying;
        if (ready.ok) running = ready;
        return ready;
      } finally {
        waking.delete(withTerminal);
        listeners.delete(progress);
      }
    },
  };
}

function asReady(target: GatewayTarget | null): (Ready & { ok: true }) | null {
  if (target?.status !== 'Active' || !target.containerId) return null;
  return { ok: true, target, containerId: target.containerId };
}
