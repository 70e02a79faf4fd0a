import { addCustomerCredit, listCredits } from './add-customer-credit.ts';
import {
  answerTestBank,
  askToConfirmQuantity,
  askToConfirmStart,
  awaitsConfirmation,
  dropUnconfirmed,
  getConfirmationSecret,
  wasRefused,
} from './ask-to-confirm.ts';
import { confirmTestCard, createSetupIntent, getCardSetup } from './card-setup.ts';
import { ensureCatalogue } from './catalogue.ts';
import { changeQuantity } from './change-quantity.ts';
import { createContext, type PaymentsContext, type PaymentsOptions } from './context.ts';
import { ensureCustomer, getCustomer } from './customers.ts';
import { getDefaultCard, getPayingFingerprint, listCardFingerprints, setDefaultPaymentMethod } from './default-card.ts';
import { endSubscription, listLiveSubscriptions, listSubscriptionInvoices, openDrafts } from './live-subscriptions.ts';
import { getSubscription, setCancelAtPeriodEnd } from './manage-subscription.ts';
import { payInvoice } from './pay-invoice.ts';
import { previewInvoice } from './preview-invoice.ts';
import { getInvoice, listInvoices } from './read-invoices.ts';
import { startSubscription } from './start-subscription.ts';
import { verifyWebhook } from './verify-webhook.ts';

const CALLS = {
  ensureCatalogue,
  ensureCustomer,
  getCustomer,
  createSetupIntent,
  getCardSetup,
  confirmTestCard,
  setDefaultPaymentMethod,
  getDefaultCard,
  listCardFingerprints,
  getPayingFingerprint,
  startSubscription,
  getSubscription,
  listLiveSubscriptions,
  listSubscriptionInvoices,
  endSubscription,
  openDrafts,
  changeQuantity,
  setCancelAtPeriodEnd,
  addCustomerCredit,
  listCredits,
  previewInvoice,
  listInvoices,
  getInvoice,
  payInvoice,
  askToConfirmQuantity,
  askToConfirmStart,
  getConfirmationSecret,
  awaitsConfirmation,
  wasRefused,
  dropUnconfirmed,
  answerTestBank,
  verifyWebhook,
};

type Call = (context: PaymentsContext, ...input: never[]) => unknown;
type Bound<C extends Call> = C extends (context: PaymentsContext, ...input: infer Input) => infer Answer
  ? (...input: Input) => Answer
  : never;

/**
 * Everything the rest of the server can ask of the payment provider. Each call ends within its time limit or throws
 * `PaymentDeclined`, `PaymentActionRequired`, `PaymentUnavailable`, `PaymentObjectMissing` or `PaymentRequestRefused`.
 */
export type Payments = { readonly [Name in keyof typeof CALLS]: Bound<(typeof CALLS)[Name]> } & {
  /** True with a test key: the UI shows "test mode". */
  readonly testMode: boolean;
};

/** The server's only access to payments. @throws Error for an invalid key, address or webhook secret. */
export function createPayments(options: PaymentsOptions): Payments {
  const context = createContext(options);
  const calls: [string, Call][] = Object.entries(CALLS);
  const bound = Object.fromEntries(calls.map(([name, call]) => [name, call.bind(null, context)]));
  return { ...bound, testMode: context.testMode } as Payments;
}
