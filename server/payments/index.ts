export { checkPaymentKey } from './check-payment-key.ts';
export { createPayments } from './create-payments.ts';
export {
  PaymentActionRequired,
  PaymentDeclined,
  PaymentObjectMissing,
  PaymentRequestRefused,
  PaymentUnavailable,
  PriceExpired,
  WebhookRejected,
} from './errors.ts';
export type { Payments, PaymentsOptions } from './payments.ts';
export type * from './types.ts';
