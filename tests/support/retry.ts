import { setTimeout as delay } from 'node:timers/promises';

/** Does it again until it does not throw; throws what it threw last when that takes too long. Also outside of Vitest. */
export async function retry<T>(work: () => Promise<T>, withinMs = 60_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
}
