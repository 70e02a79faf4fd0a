import type { Clock } from '../platform/clock.ts';

export interface CacheOptions<V> {
  clock: Clock;
  /** Maximum number of entries; the oldest goes first. */
  size: number;
  ttlMs: number;
  load(key: string): Promise<V>;
  /** Answers that aren't kept, such as "unknown", so that strangers can't fill the cache. Default: all are kept. */
  keep?(value: V): boolean;
}

export interface Cache<V> {
  /** One load at a time per key. A load that fails, or whose key was forgotten meanwhile, isn't kept. */
  get(key: string): Promise<V>;
  forget(key: string): void;
  clear(): void;
}

interface Entry<V> {
  value: Promise<V>;
  expires: number;
}

/** A bounded cache whose answers can be forgotten at any time. */
export function createCache<V>(options: CacheOptions<V>): Cache<V> {
  const { clock, size, ttlMs, load, keep = () => true } = options;
  const entries = new Map<string, Entry<V>>();

  function add(key: string): Promise<V> {
    const entry: Entry<V> = { value: load(key), expires: clock.now().getTime() + ttlMs };
    entries.set(key, entry);
    const drop = () => entries.get(key) === entry && entries.delete(key);
    entry.value.then((value) => keep(value) || drop(), drop);
    if (entries.size > size) entries.delete(entries.keys().next().value as string);
    return entry.value;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry || entry.expires <= clock.now().getTime()) {
        entries.delete(key);
        return add(key);
      }
      return entry.value;
    },
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
