import { randomBytes } from 'node:crypto';
import { noSuch, StripeRefusal } from './errors.ts';
import type { EventObject, Kind, Metadata, ObjectKinds } from './objects.ts';
import type { Store } from './store.ts';

/** The Stripe API version of all shapes: that of the `stripe` package in package.json. */
export const API_VERSION = '2026-10-28.endive';

export interface EmulatorOptions {
  readonly store: Store;
  readonly clock: { now(): Date };
  /** Where a browser reaches the emulator, for the 3-D Secure page; no slash at the end. */
  readonly publicUrl: () => string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const STRIPE_KINDS: Partial<Record<Kind, string>> = { payment_method: 'PaymentMethod', invoiceitem: 'invoiceitem' };

/** What every endpoint works with: state, time, ids, events. */
export class Emulator {
  readonly store: Store;
  readonly publicUrl: () => string;
  readonly #clock: { now(): Date };
  /** While time is being advanced: the instant of what is due. */
  #pinned: number | null = null;
  request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null };

  constructor(options: EmulatorOptions) {
    this.store = options.store;
    this.publicUrl = options.publicUrl;
    this.#clock = options.clock;
  }

  /** Unix seconds, including what was advanced. */
  now(): number {
    return this.#pinned ?? this.realNow();
  }

  realNow(): number {
    return Math.floor(this.#clock.now().getTime() / 1000) + this.store.clockOffset;
  }

  /** Runs `work` as if it were the given instant. */
  at<T>(instant: number, work: () => T): T {
    const before = this.#pinned;
    this.#pinned = instant;
    try {
      return work();
    } finally {
      this.#pinned = before;
    }
  }

  id(prefix: string, length = 24): string {
    return `${prefix}_${randomText(length)}`;
  }

  /** @throws StripeRefusal resource_missing: 404 for the id of the path, 400 for one in a parameter. */
  required<K extends Kind>(kind: K, id: string, param = 'id'): ObjectKinds[K] {
    const row = this.store.find(kind, id);
    if (row === undefined) throw noSuch(STRIPE_KINDS[kind] ?? kind, id, param);
    return row;
  }

  /** Replaces fields of a stored object. */
  patch<K extends Kind>(kind: K, id: string, changes: Partial<ObjectKinds[K]>): ObjectKinds[K] {
    return this.store.put(kind, { ...this.required(kind, id), ...changes });
  }

  /** Records an event with the object as it is now, and a delivery for every endpoint that listens. */
  emit(type: string, object: object, before?: object): void {
    const endpoints = this.store
      .all('webhook_endpoint')
      .filter(({ status, enabled_events }) => status === 'enabled' && matches(enabled_events, type));
    const event: EventObject & { livemode: false } = {
      id: this.id('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: structuredClone({ object, ...(before ? { previous_attributes: previousAttributes(object, before) } : {}) }),
      livemode: false,
      pending_webhooks: endpoints.length,
      request: this.request,
      type,
    };
    this.store.put('event', event);
    for (const endpoint of endpoints) {
      this.store.put('delivery', { id: this.id('dlv'), event: event.id, endpoint: endpoint.id, attempts: 0 });
    }
  }

  /** Runs a request; a refusal undoes everything except attempts that Stripe keeps too. */
  transaction<T>(work: () => T): T {
    return this.store.transaction(work, (error) => !(error instanceof StripeRefusal && error.keepsChanges));
  }

  /** What `work` would answer, without doing it. */
  rehearse<T>(work: () => T): T {
    return this.store.transaction(work, 'always');
  }
}

export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Stripe's merge: named keys replace, empty values remove, an empty whole removes all. */
export function mergeMetadata(current: Metadata, change: '' | Record<string, string> | undefined): Metadata {
  if (change === undefined) return current;
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));
}

/** Without undefined keys, so that spreading it changes only what was sent. */
export function sent<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function matches(patterns: readonly string[], type: string): boolean {
  return patterns.includes('*') || patterns.includes(type);
}

function previousAttributes(after: object, before: object): object {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(Reflect.get(after, key)) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}
