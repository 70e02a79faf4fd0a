import { EngineError, type EngineErrorKind } from '../engine-error.ts';

/** What images travel through does not do its part; `kind` is `unreachable` when it does not even answer. */
export class RegistryError extends EngineError {
  constructor(kind: Extract<EngineErrorKind, 'unreachable' | 'other'>, message: string, options?: { cause?: unknown }) {
    super(kind, message, options);
  }
}
