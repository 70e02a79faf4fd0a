/**
 * The one channel between a page and the desktop app's main process. A page sees only the `Bridge`; `calls.ts` and
 * `events.ts` declare what can be said over it, and the main process checks it.
 */

/** Name of the bridge on `window`. */
export const BRIDGE = 'slipwayDesktop';
export const CALL_CHANNEL = 'slipway:call';
export const EVENT_CHANNEL = 'slipway:event';

/** Maximum length of a call's input, as JSON in UTF-16 code units. */
export const MAX_PAYLOAD_LENGTH = 256 * 1024;

const ERROR_CODES = [
  /** The input doesn't fit the call's schema, is too long, or names no call. */
  'invalid',
  /** The page is not one of ours. */
  'forbidden',
  'not_found',
  /** The key has a passphrase, and none or a wrong one was given. */
  'passphrase',
  /** Something outside the app refused: the server, the system's keychain, or a program that isn't installed. */
  'unavailable',
  'cancelled',
  'unexpected',
] as const;
export type DesktopErrorCode = (typeof ERROR_CODES)[number];

export type CallAnswer = { ok: true; value: unknown } | { ok: false; code: DesktopErrorCode; message: string };

/** What the preload script puts on `window`: JSON in, plain values out. */
export interface Bridge {
  call(name: string, input: string): Promise<CallAnswer>;
  /** Returns how to stop listening. */
  listen(listener: (name: string, payload: unknown) => void): () => void;
}
