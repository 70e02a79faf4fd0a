/** What went wrong, in terms a caller can act on. `port-not-listening` and `offline` come from `Engine.dial` and `Engine.exec`. */
export type EngineErrorKind =
  | 'not-found'
  | 'conflict'
  | 'unreachable'
  | 'timeout'
  | 'out-of-disk'
  | 'out-of-memory'
  | 'offline'
  | 'port-not-listening'
  | 'other';

/** Every failure of the compute layer. `message` is for logs and operators, not for clients. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly kind: EngineErrorKind;

  constructor(kind: EngineErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}

/** An engine answers, but isn't the one that was here before: nothing may be concluded from it, or done with it. */
export class OtherEngine extends EngineError {
  constructor(message: string) {
    super('unreachable', message);
  }
}

/** True for an {@link EngineError}; with kinds given, only for those kinds. */
export function isEngineError(error: unknown, ...kinds: EngineErrorKind[]): error is EngineError {
  return error instanceof EngineError && (kinds.length === 0 || kinds.includes(error.kind));
}
