import type { Charge, Failure } from '#shared/api/envelope.ts';

/** A call that failed, in the server's words. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  /** Every message, field by field. */
  readonly errors: readonly string[];
  /** A field's name to its message. */
  readonly errorsObj: Readonly<Record<string, string>>;
  /** Given to support: finds the log line of an unexpected error. */
  readonly errorId: string | undefined;
  /** With 409: nothing was charged, and this is the price now. */
  readonly charge: Charge | undefined;

  constructor(status: number, message: string, failure: Partial<Failure> = {}) {
    super(message);
    this.status = status;
    this.errors = failure.errors ?? [message];
    this.errorsObj = failure.errorsObj ?? {};
    this.errorId = failure.errorId;
    this.charge = failure.charge;
  }
}
