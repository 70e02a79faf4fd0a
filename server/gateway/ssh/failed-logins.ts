import { type Clock, MINUTE } from '../../platform/clock.ts';

const MAX_OF_KEY = 30;
const MAX_OF_ADDRESS = 300;
const WINDOW_MS = 10 * MINUTE;
const MAX_KEPT = 50_000;

export interface Change {
  /** How many failures; 0 where a login succeeded. */
  count: number;
  /** Until when the last of it counts, ms since 1970. */
  until: number;
}

export interface FailedLogins {
  /** Minutes until this key is accepted again from there; 0 if it is now. */
  keyRefusedFor(address: string, fingerprint: string): number;
  /** Minutes until anybody from there is; 0 if they are now. */
  addressRefusedFor(address: string): number;
  /** A connection ended without getting in after trying these keys. */
  failed(address: string, fingerprints: Iterable<string>): void;
  /** A login succeeded with the last of these keys, so the earlier ones were no attack. */
  succeeded(address: string, fingerprints: Iterable<string>): void;
  /** What other processes haven't been told of, by name. */
  takeChanges(most: number): ReadonlyMap<string, Change>;
  /** They could not be told. */
  giveBack(changes: ReadonlyMap<string, Change>): void;
  /** What all processes have counted. */
  hear(name: string, all: { count: number; until: Date }): void;
}

/**
 * Counts failed logins by address and key, so that a forgotten script with an old key locks out only itself and not its
 * office; and by address, with more patience, for attackers who make a new key each time.
 */
export function createFailedLogins(clock: Clock): FailedLogins {
  const kept = new Map<string, { count: number; until: number }>();
  const untold = new Map<string, Change>();

  /** Drops the oldest. */
  function keep<T>(map: Map<string, T>, name: string, value: T): void {
    map.delete(name);
    map.set(name, value);
    if (map.size > MAX_KEPT) map.delete(map.keys().next().value as string);
  }

  function read(name: string): { count: number; until: number } {
    const entry = kept.get(name);
    if (entry && entry.until > clock.now().getTime()) return entry;
    kept.delete(name);
    return { count: 0, until: 0 };
  }

  function add(name: string): void {
    const count = read(name).count + 1;
    const until = clock.now().getTime() + WINDOW_MS;
    keep(kept, name, { count, until });
    keep(untold, name, { count: (untold.get(name)?.count ?? 0) + 1, until });
  }

  function forget(name: string): void {
    if (!kept.delete(name)) return;
    keep(untold, name, { count: 0, until: clock.now().getTime() + WINDOW_MS });
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
      forget(address);
      for (const fingerprint of fingerprints) forget(`${address} ${fingerprint}`);
    },
    takeChanges(most) {
      const changes = new Map([...untold].slice(0, most));
      for (const name of changes.keys()) untold.delete(name);
      return changes;
    },
    giveBack(changes) {
      for (const [name, { count, until }] of changes) {
        const later = untold.get(name);
        // A success since then, or before, leaves nothing of what came earlier.
        if (later?.count !== 0)
          keep(untold, name, { count: count + (later?.count ?? 0), until: later?.until ?? until });
      }
    },
    hear(name, { count, until }) {
      const own = untold.get(name);
      if (own?.count === 0) return;
      const all = count + (own?.count ?? 0);
      if (all === 0) kept.delete(name);
      else keep(kept, name, { count: all, until: Math.max(until.getTime(), own?.until ?? 0) });
    },
  };
}
