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
        paragraphs: [`Thank you: ${amount} was paid for ${name} (${invoice}).`],
        action: { label: 'View invoice', url },
      };
    case 'failed':
      return {
        subject: `Payment of ${invoice} failed`,
        paragraphs: [
          `We could not charge ${amount} for ${name} (${invoice}).`,
          nextAttempt
            ? `We will try again on ${nextAttempt}. If the card has changed, update it now and pay at once.`
            : 'This was the last try. The organization can’t be changed until the invoice is paid; nothing is deleted.',
        ],
        action: { label: 'Update card', url: billingUrl },
      };
    case 'confirm':
      return {
        subject: `Please confirm the payment of ${invoice}`,
        paragraphs: [
          `Your bank wants you to confirm that ${amount} is paid for ${name} (${invoice}). That takes a moment on the billing page.`,
          ...(nextAttempt ? [`Otherwise we will try again on ${nextAttempt}, and your bank may ask again.`] : []),
        ],
        action: { label: 'Confirm the payment', url: billingUrl },
      };
    case 'read-only':
      return {
        subject: `${name} is now read-only`,
        paragraphs: [
          `${name} could not be charged after several tries, so nothing in it can be changed or started for now.`,
          'Nothing was deleted. Everything works again as soon as the open invoice is paid; we keep the data for 30 more days.',
        ],
        action: { label: 'Pay now', url: billingUrl },
      };
    case 'restored':
      return {
        subject: `${name} is paid up again`,
        paragraphs: [`Thank you. Everything in ${name} works again.`],
        action: { label: 'View billing', url: billingUrl },
      };
    case 'deleted':
      return {
        subject: `${name} will be deleted`,
        paragraphs: [
          `You asked us to delete ${name}. It works until ${day}; after that nothing is charged any more, and nothing in it can be changed or started.`,
          'We keep its data for 30 days from then. Until the end of that time you can restore the organization.',
        ],
        action: { label: 'Restore it', url: organizationUrl },
      };
    case 'undeleted':
      return {
        subject: `${name} stays`,
        paragraphs: [`The deletion of ${name} was taken back. Everything goes on as before.`],
        action: { label: 'View billing', url: billingUrl },
      };
    case 'removal-soon':
      return {
        subject: `The data of ${name} will be removed on ${day}`,
        paragraphs: [
          `${name} has not been paid for. On ${day} its workspaces and snapshots are removed for good.`,
          'To keep them, pay the open invoice, or restore the organization and add a card.',
        ],
        action: { label: 'Keep the data', url: billingUrl },
      };
    case 'removed':
      return {
        subject: `The data of ${name} has been removed`,
        paragraphs: [
          `The 30 days are over: the workspaces and snapshots of ${name} have been removed. Its users and invoices are still there, and you can begin again with a card.`,
        ],
        action: { label: 'View billing', url: billingUrl },
      };
  }
}
