import type { GatewayDirectory, GatewayTarget } from './directory.ts';

export type Thaw = (target: Pick<GatewayTarget, 'workspaceId'>, userId: string) => Promise<boolean>;

/** Wakes sleeping workspaces, once however many visits come together. @returns whether it is awake now */
export function createThaw(directory: Pick<GatewayDirectory, 'wake'>): Thaw {
  const waking = new Map<string, Promise<boolean>>();

  async function wake(workspaceId: string, userId: string): Promise<boolean> {
    try {
      // Nobody has stopped it, so an editor that reconnects undoes nothing.
      return (await directory.wake(workspaceId, userId, { withTerminal: true })).ok;
    } finally {
      waking.delete(workspaceId);
    }
  }

  return ({ workspaceId }, userId) => {
    const trying = waking.get(workspaceId) ?? wake(workspaceId, userId);
    waking.set(workspaceId, trying);
    return trying;
  };
}

/** Somebody who entered earlier and may come back to what fell asleep meanwhile. */
export interface Entered {
  asleep: boolean;
}

/** Wakes it on the first sign of work, without holding the traffic up: what is frozen reads it afterwards. */
export function wakeOnWork(entered: Entered, thaw: () => Promise<boolean>): void {
  if (!entered.asleep) return;
  entered.asleep = false;
  const again = () => {
    entered.asleep = true;
  };
  thaw().then((awake) => awake || again(), again);
}
