import { setTimeout as delay } from 'node:timers/promises';

/** Repeats until it doesn't throw; after too long, throws the last error. Also works outside Vitest. */
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
