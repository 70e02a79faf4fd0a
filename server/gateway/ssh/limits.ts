import { type Clock, MINUTE } from '../../platform/clock.ts';

export const LOGIN_TIMEOUT_MS = 30_000;
/** Signatures and offered keys; agents with many keys need some. */
export const MAX_AUTH_ATTEMPTS = 12;
/** Shells, commands, transfers and forwarded connections at once. */
export const MAX_CHANNELS = 100;

const MAX_WAITING_PER_ADDRESS = 32;
const MAX_FAILED_LOGINS = 60;
const FAILED_WINDOW_MS = 10 * MINUTE;
const MAX_ADDRESSES = 10_000;

export interface HandshakeLimits {
  /** Null when the address has too many handshakes under way or failed too often; else a function to say how it ended. */
  admit(address: string): ((outcome: 'ready' | 'failed') => void) | null;
}

/** How many not yet signed-in connections, and failed ones in ten minutes, an address may have. */
export function createHandshakeLimits(clock: Clock): HandshakeLimits {
  const waiting = new Map<string, number>();
  const failed = new Map<string, { count: number; until: number }>();

  function failedLogins(address: string): number {
    const entry = failed.get(address);
    if (!entry) return 0;
    if (entry.until > clock.now().getTime()) return entry.count;
    failed.delete(address);
    return 0;
  }

  return {
    admit(address) {
      const here = waiting.get(address) ?? 0;
      if (here >= MAX_WAITING_PER_ADDRESS || failedLogins(address) >= MAX_FAILED_LOGINS) return null;
      waiting.set(address, here + 1);
      let settled = false;
      return (outcome) => {
        if (settled) return;
        settled = true;
        const left = (waiting.get(address) ?? 1) - 1;
        if (left > 0) waiting.set(address, left);
        else waiting.delete(address);
        if (outcome === 'ready') return;
        const count = failedLogins(address) + 1;
        failed.delete(address);
        failed.set(address, { count, until: clock.now().getTime() + FAILED_WINDOW_MS });
        if (failed.size > MAX_ADDRESSES) failed.delete(failed.keys().next().value as string);
      };
    },
  };
}
