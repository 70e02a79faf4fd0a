import type { Charge, Failure } from '#shared/api/envelope.ts';

/** A call that failed, in the server's words. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  /** Which sentence the message is, whatever its words become; undefined if it isn't the server's own. */
  readonly code: string | undefined;
  /** What was put into the sentence, by name. */
  readonly parameters: Readonly<Record<string, string>>;
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
    this.code = failure.code;
    this.parameters = failure.parameters ?? {};
    this.errors = failure.errors ?? [message];
    this.errorsObj = failure.errorsObj ?? {};
    this.errorId = failure.errorId;
    this.charge = failure.charge;
  }
}
