import type { Charge, PaymentAction } from '#shared/api/envelope.ts';

/** A call that did not succeed. `fields` maps a field's name to its message (`errorsObj`, spec/1 §5). */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  readonly errors: string[];
  readonly fields: Record<string, string>;
  /** The message as the server put it, in English: for code that knows its sentences. */
  readonly said: string;
  /** Number to tell support; only with unexpected errors. */
  readonly errorId: string | undefined;
  /** The payer's bank wants to be asked first. */
  readonly paymentAction: PaymentAction | undefined;
  /** What would be charged is not what was accepted: the price now. */
  readonly charge: Charge | undefined;

  constructor(
    status: number,
    message: string,
    detail: {
      errors?: string[];
      fields?: Record<string, string>;
      said?: string;
      errorId?: string | undefined;
      paymentAction?: PaymentAction | undefined;
      charge?: Charge | undefined;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = detail.errors ?? [message];
    this.fields = detail.fields ?? {};
    this.said = detail.said ?? message;
    this.errorId = detail.errorId;
    this.paymentAction = detail.paymentAction;
    this.charge = detail.charge;
  }

  /** Nobody is signed in with the key that was sent. */
  get unauthenticated(): boolean {
    return this.status === 401;
  }

  /** Not there, or not yours. */
  get notFound(): boolean {
    return this.status === 404;
  }
}

/** Nothing was charged, because the price is another one by now. */
export function isPriceChange(error: unknown): error is ApiError & { charge: Charge } {
  return error instanceof ApiError && error.charge !== undefined;
}

/** Worth another try by itself: no answer, or a passing trouble of the server. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
