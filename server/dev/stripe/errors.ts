/** The `error` member of Stripe's answers: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  advice_code?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
}

/** A refusal in Stripe's own shape. Undoes what the request changed, unless it `keepsChanges` (a declined attempt). */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly keepsChanges: boolean;

  constructor(status: number, body: StripeErrorBody, keepsChanges = false) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body;
    this.keepsChanges = keepsChanges;
  }
}

export function invalidRequest(message: string, code?: string, param?: string, status = 400): StripeRefusal {
  return new StripeRefusal(status, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** An id in a parameter that doesn't exist; the caller of `required` answers 404 for the id in the path. */
export function noSuch(kind: string, id: string, param: string): StripeRefusal {
  return invalidRequest(`No such ${kind}: '${id}'`, 'resource_missing', param, param === 'id' ? 404 : 400);
}

export function missingParameter(param: string): StripeRefusal {
  return invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', param);
}
