export { checkPaymentKey } from './check-payment-key.ts';
export type { PaymentsOptions } from './context.ts';
export { createPayments, type Payments } from './create-payments.ts';
export {
  PaymentActionRequired,
  PaymentDeclined,
  PaymentObjectMissing,
  PaymentRequestRefused,
  PaymentUnavailable,
  PriceExpired,
  WebhookRejected,
} from './errors.ts';
export type * from './types.ts';
