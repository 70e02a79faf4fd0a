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
  return { to, greeting: `Hello ${firstName},`, ...contentOf(input) };
}

function contentOf(input: BillMailInput) {
  const { about, organizationName: name, amount, nextAttempt, day, url, billingUrl, organizationUrl } = input;
  const invoice = input.invoiceNumber ? `invoice ${input.invoiceNumber}` : 'your invoice';
  switch (about) {
    case 'paid':
      return {
        subject: `Receipt for ${invoice}`,
        paragraphs: [`Thank you! We received ${amount} for ${name} (${invoice}).`],
        action: { label: 'View invoice', url },
      };
    case 'failed':
      return {
        subject: `Payment of ${invoice} failed`,
        paragraphs: [
          `We could not charge ${amount} for ${name} (${invoice}).`,
          nextAttempt
            ? `We’ll try again on ${nextAttempt}. If your card has changed, update it and pay now.`
            : 'This was the last attempt. No one can make changes until the invoice is paid. Nothing is deleted yet.',
        ],
        action: { label: 'Update card', url: billingUrl },
      };
    case 'confirm':
      return {
        subject: `Please confirm the payment of ${invoice}`,
        paragraphs: [
          `Your bank needs you to confirm the payment of ${amount} for ${name} (${invoice}). It takes a moment on the billing page.`,
          ...(nextAttempt ? [`Otherwise we’ll try again on ${nextAttempt}, and your bank may ask you again.`] : []),
        ],
        action: { label: 'Confirm the payment', url: billingUrl },
      };
    case 'read-only':
      return {
        subject: `${name} is now read-only`,
        paragraphs: [
          `${name} couldn’t be charged after several attempts, so nothing in it can be changed or started for now.`,
          'Nothing was deleted. Everything works again as soon as the open invoice is paid. We’ll keep the data for 30 more days.',
        ],
        action: { label: 'Pay now', url: billingUrl },
      };
    case 'restored':
      return {
        subject: `${name} is no longer read-only`,
        paragraphs: [`Thank you. Everything in ${name} is working again.`],
        action: { label: 'View billing', url: billingUrl },
      };
    case 'deleted':
      return {
        subject: `${name} will be deleted`,
        paragraphs: [
          `You asked us to delete ${name}. It keeps working until ${day}. After that you won’t be charged, and nothing in it can be changed or started.`,
          'We’ll keep its data for 30 more days. You can restore the organization until then.',
        ],
        action: { label: 'Restore organization', url: organizationUrl },
      };
    case 'undeleted':
      return {
        subject: `${name} won’t be deleted`,
        paragraphs: [`The deletion of ${name} was cancelled. Everything continues as before.`],
        action: { label: 'View billing', url: billingUrl },
      };
    case 'removal-soon':
      return {
        subject: `The data of ${name} will be deleted on ${day}`,
        paragraphs: [
          `${name} hasn’t been paid for. On ${day}, its workspaces and snapshots will be permanently deleted.`,
          'To keep them, pay the open invoice, or restore the organization and add a card.',
        ],
        action: { label: 'Keep the data', url: billingUrl },
      };
    case 'removed':
      return {
        subject: `The data of ${name} has been deleted`,
        paragraphs: [
          `The 30 days are over, so we’ve deleted the workspaces and snapshots of ${name}. Its users and invoices are still there. Add a card to start again.`,
        ],
        action: { label: 'View billing', url: billingUrl },
      };
  }
}
