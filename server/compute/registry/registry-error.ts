import { EngineError, type EngineErrorKind } from '../engine-error.ts';

/** The registry failed; `kind` is `unreachable` if it doesn't even answer. */
export class RegistryError extends EngineError {
  constructor(kind: Extract<EngineErrorKind, 'unreachable' | 'other'>, message: string, options?: { cause?: unknown }) {
    super(kind, message, options);
  }
}
