import type { Charge, PaymentAction } from '#shared/api/envelope.ts';

/** A call that failed. `fields` maps a field's name to its message (`errorsObj`). */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  readonly errors: string[];
  readonly fields: Record<string, string>;
  /** The server's message in English, for code that compares sentences. */
  readonly said: string;
  /** Reference for support; only with unexpected errors. */
  readonly errorId: string | undefined;
  /** The payer's bank wants to be asked first. */
  readonly paymentAction: PaymentAction | undefined;
  /** The charge would differ from the accepted price: the price now. */
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

  /** The key that was sent isn't valid. */
  get unauthenticated(): boolean {
    return this.status === 401;
  }

  /** Missing, or not yours. */
  get notFound(): boolean {
    return this.status === 404;
  }
}

/** Nothing was charged, because the price has changed. */
export function isPriceChange(error: unknown): error is ApiError & { charge: Charge } {
  return error instanceof ApiError && error.charge !== undefined;
}

/** Worth retrying automatically: no answer, or a temporary failure. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
