import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

/** What happened to an organization's bill. */
export type BillNotice =
  | 'paid'
  | 'failed'
  | 'confirm'
  | 'read-only'
  | 'restored'
  | 'deleted'
  | 'undeleted'
  | 'removal-soon'
  | 'removed';

interface BillMailInput {
  about: BillNotice;
  to: string;
  firstName: string;
  organizationName: string;
  invoiceNumber: string | null;
  /** Formatted, such as '$35.00'. */
  amount: string | null;
  /** When a failed payment is retried; null after the last attempt. */
  nextAttempt: string | null;
  /** When a deletion or removal of data takes effect; null for the other notices. */
  day: string | null;
  /** Address of the invoice, or of the billing page. */
  url: string;
  billingUrl: string;
  organizationUrl: string;
}

/** To the owner, after each payment and each failed one. */
export function billMail(input: BillMailInput): MailContent {
  const { to, firstName } = input;
  return { to, greeting: say('mail.greeting', { firstName }), ...contentOf(input) };
}

function contentOf(input: BillMailInput) {
  const { about, organizationName: name, amount, nextAttempt, day, url, billingUrl, organizationUrl } = input;
  const invoice = input.invoiceNumber
    ? say('mail.bill.invoiceReference', { invoice: input.invoiceNumber })
    : say('mail.bill.yourInvoice');
  switch (about) {
    case 'paid':
      return {
        subject: say('mail.bill.receiptSubject', { invoice }),
        paragraphs: [say('mail.bill.received', { amount, name, invoice })],
        action: { label: say('mail.bill.viewInvoice'), url },
      };
    case 'failed':
      return {
        subject: say('mail.bill.failedSubject', { invoice }),
        paragraphs: [
          say('mail.bill.notCharged', { amount, name, invoice }),
          nextAttempt ? say('mail.bill.retry', { nextAttempt }) : say('mail.bill.lastAttempt'),
        ],
        action: { label: say('mail.bill.updateCard'), url: billingUrl },
      };
    case 'confirm':
      return {
        subject: say('mail.bill.confirmSubject', { invoice }),
        paragraphs: [
          say('mail.bill.bankConfirmation', { amount, name, invoice }),
          ...(nextAttempt ? [say('mail.bill.retryAndAsk', { nextAttempt })] : []),
        ],
        action: { label: say('mail.bill.confirmPayment'), url: billingUrl },
      };
    case 'read-only':
      return {
        subject: say('mail.bill.readOnlySubject', { name }),
        paragraphs: [say('mail.bill.nowReadOnly', { name }), say('mail.bill.nothingDeleted')],
        action: { label: say('mail.bill.payNow'), url: billingUrl },
      };
    case 'restored':
      return {
        subject: say('mail.bill.writableSubject', { name }),
        paragraphs: [say('mail.bill.workingAgain', { name })],
        action: { label: say('mail.bill.viewBilling'), url: billingUrl },
      };
    case 'deleted':
      return {
        subject: say('mail.bill.deletionSubject', { name }),
        paragraphs: [say('mail.bill.deletionRequested', { name, day }), say('mail.bill.dataKept')],
        action: { label: say('mail.bill.restoreOrganization'), url: organizationUrl },
      };
    case 'undeleted':
      return {
        subject: say('mail.bill.deletionCancelledSubject', { name }),
        paragraphs: [say('mail.bill.deletionCancelled', { name })],
        action: { label: say('mail.bill.viewBilling'), url: billingUrl },
      };
    case 'removal-soon':
      return {
        subject: say('mail.bill.dataDeletionSubject', { name, day }),
        paragraphs: [say('mail.bill.dataDeletionWarning', { name, day }), say('mail.bill.payOrRestore')],
        action: { label: say('mail.bill.keepData'), url: billingUrl },
      };
    case 'removed':
      return {
        subject: say('mail.bill.dataDeletedSubject', { name }),
        paragraphs: [say('mail.bill.dataDeleted', { name })],
        action: { label: say('mail.bill.viewBilling'), url: billingUrl },
      };
  }
}
