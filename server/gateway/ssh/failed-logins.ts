import { type Clock, MINUTE } from '../../platform/clock.ts';

const MAX_OF_KEY = 30;
const MAX_OF_ADDRESS = 300;
const WINDOW_MS = 10 * MINUTE;
const MAX_KEPT = 50_000;

export interface FailedLogins {
  /** Minutes until this key is accepted again from there; 0 if it is now. */
  keyRefusedFor(address: string, fingerprint: string): number;
  /** Minutes until anybody from there is; 0 if they are now. */
  addressRefusedFor(address: string): number;
  /** A connection ended without getting in after trying these keys. */
  failed(address: string, fingerprints: Iterable<string>): void;
  /** A login succeeded with the last of these keys, so the earlier ones were no attack. */
  succeeded(address: string, fingerprints: Iterable<string>): void;
}

/**
 * Counts failed logins by address and key, so that a forgotten script with an old key locks out only itself and not its
 * office; and by address, with more patience, for attackers who make a new key each time.
 */
export function createFailedLogins(clock: Clock): FailedLogins {
  const kept = new Map<string, { count: number; until: number }>();

  function read(name: string): { count: number; until: number } {
    const entry = kept.get(name);
    if (entry && entry.until > clock.now().getTime()) return entry;
    kept.delete(name);
    return { count: 0, until: 0 };
  }

  function add(name: string): void {
    const count = read(name).count + 1;
    kept.delete(name);
    kept.set(name, { count, until: clock.now().getTime() + WINDOW_MS });
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
  }

  function minutes(name: string, most: number): number {
    const { count, until } = read(name);
    return count < most ? 0 : Math.ceil((until - clock.now().getTime()) / MINUTE);
  }

  return {
    keyRefusedFor: (address, fingerprint) => minutes(`${address} ${fingerprint}`, MAX_OF_KEY),
    addressRefusedFor: (address) => minutes(address, MAX_OF_ADDRESS),
    failed(address, fingerprints) {
      add(address);
      for (const fingerprint of fingerprints) add(`${address} ${fingerprint}`);
    },
    succeeded(address, fingerprints) {
      kept.delete(address);
      for (const fingerprint of fingerprints) kept.delete(`${address} ${fingerprint}`);
    },
  };
}
