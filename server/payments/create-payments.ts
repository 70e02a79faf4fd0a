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
import { createContext } from './context.ts';
import { ensureCustomer, getCustomer } from './customers.ts';
import { getDefaultCard, getPayingFingerprint, listCardFingerprints, setDefaultPaymentMethod } from './default-card.ts';
import { endSubscription, listLiveSubscriptions, listSubscriptionInvoices, openDrafts } from './live-subscriptions.ts';
import { getSubscription, setCancelAtPeriodEnd } from './manage-subscription.ts';
import { payInvoice } from './pay-invoice.ts';
import type { Payments, PaymentsOptions } from './payments.ts';
import { previewInvoice } from './preview-invoice.ts';
import { getInvoice, listInvoices } from './read-invoices.ts';
import { startSubscription } from './start-subscription.ts';
import { verifyWebhook } from './verify-webhook.ts';

/** The server's only access to payments. @throws Error for an invalid key, address or webhook secret. */
export function createPayments(options: PaymentsOptions): Payments {
  const context = createContext(options);
  return {
    testMode: context.testMode,
    ensureCatalogue: (prices) => ensureCatalogue(context, prices),
    ensureCustomer: (organization) => ensureCustomer(context, organization),
    getCustomer: (customerId) => getCustomer(context, customerId),
    createSetupIntent: (customerId) => createSetupIntent(context, customerId),
    getCardSetup: (input) => getCardSetup(context, input),
    confirmTestCard: async (input) => confirmTestCard(context, input),
    setDefaultPaymentMethod: (input) => setDefaultPaymentMethod(context, input),
    getDefaultCard: (customerId) => getDefaultCard(context, customerId),
    listCardFingerprints: (customerId) => listCardFingerprints(context, customerId),
    getPayingFingerprint: (invoiceId) => getPayingFingerprint(context, invoiceId),
    startSubscription: (input) => startSubscription(context, input),
    getSubscription: (subscriptionId) => getSubscription(context, subscriptionId),
    listLiveSubscriptions: (input) => listLiveSubscriptions(context, input),
    listSubscriptionInvoices: (subscriptionId) => listSubscriptionInvoices(context, subscriptionId),
    endSubscription: (subscriptionId) => endSubscription(context, subscriptionId),
    openDrafts: (subscriptionId) => openDrafts(context, subscriptionId),
    changeQuantity: (input) => changeQuantity(context, input),
    setCancelAtPeriodEnd: (input) => setCancelAtPeriodEnd(context, input),
    addCustomerCredit: async (input) => addCustomerCredit(context, input),
    listCredits: (customerId) => listCredits(context, customerId),
    previewInvoice: (input) => previewInvoice(context, input),
    listInvoices: (input) => listInvoices(context, input),
    getInvoice: (input) => getInvoice(context, input),
    payInvoice: (input) => payInvoice(context, input),
    askToConfirmQuantity: (input) => askToConfirmQuantity(context, input),
    askToConfirmStart: (input) => askToConfirmStart(context, input),
    getConfirmationSecret: (invoiceId) => getConfirmationSecret(context, invoiceId),
    awaitsConfirmation: (invoiceId) => awaitsConfirmation(context, invoiceId),
    wasRefused: (invoiceId) => wasRefused(context, invoiceId),
    dropUnconfirmed: (input) => dropUnconfirmed(context, input),
    answerTestBank: async (input) => answerTestBank(context, input),
    verifyWebhook: (rawBody, signature) => verifyWebhook(context, rawBody, signature),
  };
}
