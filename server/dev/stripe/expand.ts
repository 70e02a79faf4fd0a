import type { Emulator } from './emulator.ts';
import { invalidRequest } from './errors.ts';
import type { Invoice, Kind } from './objects.ts';
import { invoiceOf } from './resources/payment-intents.ts';

/** Fields that hold an id, and the kind of object it refers to. */
const REFERENCES: Readonly<Record<string, Kind>> = {
  customer: 'customer',
  default_payment_method: 'payment_method',
  invoice: 'invoice',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  product: 'product',
  subscription: 'subscription',
};

/** Groups of fields that hold references and may be absent. */
const NULLABLE_GROUPS: ReadonlySet<string> = new Set(['parent', 'pricing']);

/** Fields omitted unless they are asked for. */
const INCLUDABLE: Readonly<Record<string, (emulator: Emulator, invoice: Invoice) => unknown>> = {
  payments: (emulator, { id }) => ({
    object: 'list',
    data: emulator.store.all('invoice_payment').filter((each) => each.invoice === id),
    has_more: false,
    url: `/v1/invoice_payments?invoice=${id}`,
  }),
  confirmation_secret: (emulator, { id }) => {
    const intent = emulator.store.all('payment_intent').find((each) => invoiceOf(emulator, each.id) === id);
    return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
  },
};

/** Replaces ids by their objects along each path, e.g. `data.customer`; at most four levels, as Stripe. */
export function expandAnswer(emulator: Emulator, answer: object, paths: readonly string[]): object {
  return paths.reduce((expanded, path) => {
    const parts = path.split('.');
    if (parts.length > 4)
      throw invalidRequest('You cannot expand more than 4 levels of a property.', undefined, 'expand');
    return expandPath(emulator, expanded, parts, path);
  }, answer);
}

function expandPath(emulator: Emulator, value: object, [key, ...rest]: string[], path: string): object {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((each: object) => expandPath(emulator, each, [key, ...rest], path));
  const inner = resolve(emulator, value, key, path);
  if (inner === null) return value;
  const next = typeof inner === 'object' ? expandInner(emulator, inner, rest, path) : inner;
  return { ...value, [key]: next };
}

function expandInner(emulator: Emulator, inner: object, rest: string[], path: string): object {
  if (rest.length === 0) return inner;
  return Array.isArray(inner)
    ? inner.map((each: object) => expandPath(emulator, each, rest, path))
    : expandPath(emulator, inner, rest, path);
}

function resolve(emulator: Emulator, owner: object, key: string, path: string): object | null {
  const include = Object.hasOwn(INCLUDABLE, key) ? INCLUDABLE[key] : undefined;
  if (include !== undefined && Reflect.get(owner, 'object') === 'invoice') {
    const included = include(emulator, owner as Invoice);
    return typeof included === 'object' ? included : null;
  }
  const value: unknown = Reflect.get(owner, key);
  const kind = Object.hasOwn(REFERENCES, key) ? REFERENCES[key] : undefined;
  if (value === null && (kind !== undefined || NULLABLE_GROUPS.has(key))) return null;
  if (typeof value === 'object' && value !== null) return value;
  if (kind === undefined || typeof value !== 'string') {
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand');
  }
  return emulator.required(kind, value);
}
