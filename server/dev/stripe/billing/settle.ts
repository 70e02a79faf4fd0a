import type { Emulator } from '../emulator.ts';
import { periodOf } from './change-items.ts';
import { dropPending } from './drop-pending.ts';
import { endSubscription } from './end-subscription.ts';
import { finalizeInvoice } from './finalize-invoice.ts';
import { collectInvoice } from './pay-invoice.ts';
import { renewSubscription } from './renew-subscription.ts';
import { voidInvoice } from './void-invoice.ts';

/** Stripe allows 23 hours for a first payment. */
const INCOMPLETE_SECONDS = 23 * 3600;

/** Stripe keeps events for 30 days. */
const EVENT_SECONDS = 30 * 86_400;

interface Due {
  readonly at: number;
  run(): void;
}

/** Does everything that has become due, in order and each as of its own instant: renewals, finalizations, retries. */
export function settle(emulator: Emulator): void {
  const now = emulator.realNow();
  for (let due = nextDue(emulator); due !== null && due.at <= now; due = nextDue(emulator)) {
    const { at, run } = due;
    emulator.at(at, () => emulator.transaction(run));
  }
  forgetOldEvents(emulator, now - EVENT_SECONDS);
}

function nextDue(emulator: Emulator): Due | null {
  let first: Due | null = null;
  for (const due of allDue(emulator)) if (first === null || due.at < first.at) first = due;
  return first;
}

function* allDue(emulator: Emulator): Generator<Due> {
  for (const invoice of emulator.store.all('invoice')) {
    const { id } = invoice;
    if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null) {
      yield { at: invoice.automatically_finalizes_at, run: () => finalizeAndCollect(emulator, id) };
    } else if (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
      yield { at: invoice.next_payment_attempt, run: () => collectInvoice(emulator, id) };
    }
  }
  for (const subscription of emulator.store.all('subscription')) {
    if (subscription.ended_at !== null) continue;
    if (subscription.pending_update !== null) {
      yield { at: subscription.pending_update.expires_at, run: () => void dropPending(emulator, subscription) };
    }
    if (subscription.status === 'incomplete') {
      yield { at: subscription.created + INCOMPLETE_SECONDS, run: () => expire(emulator, subscription.id) };
    } else {
      yield { at: periodOf(subscription).end, run: () => renewSubscription(emulator, subscription) };
    }
  }
}

function finalizeAndCollect(emulator: Emulator, id: string): void {
  finalizeInvoice(emulator, id);
  collectInvoice(emulator, id);
}

function expire(emulator: Emulator, id: string): void {
  const { latest_invoice: invoice } = endSubscription(emulator, id, 'payment_failed', 'incomplete_expired');
  if (invoice !== null && emulator.required('invoice', invoice).status === 'open') voidInvoice(emulator, invoice);
}

function forgetOldEvents(emulator: Emulator, before: number): void {
  for (const event of emulator.store.all('event')) {
    if (event.created >= before) return;
    if (event.pending_webhooks === 0) emulator.store.remove('event', event.id);
  }
}
