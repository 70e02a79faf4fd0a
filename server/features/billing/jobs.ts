import { PaymentObjectMissing } from '../../payments/errors.ts';
import { DAY } from '../../platform/clock.ts';
import { addJob, type Jobs } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { dropUnconfirmed } from './confirmations.ts';
import { findByCustomer } from './find-by-customer.ts';
import { applyGrantedCredits } from './grant-credit.ts';
import { reconcileBilling } from './reconcile.ts';
import { endRetention } from './retention.ts';
import { rewardSharer, rewardSharers } from './reward-sharer.ts';
import { syncOrganization } from './sync-organization.ts';
import { type Notice, tellOwner } from './tell-owner.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Reads one customer's billing from the provider into our copy. */
    'billing.sync': { customerId: string; invoiceId?: string; subscriptionId?: string };
    /** Mails the owner what happened to a bill. */
    'billing.tell': { customerId: string; about: Notice; invoiceId?: string; eventDate?: string };
    /** Pays promised credits into an organization's balance. */
    'billing.apply-credits': { organizationId: string };
    /** Credits the inviter of an organization's founder, once that organization has paid an invoice. */
    'billing.reward-sharer': { organizationId: string };
    /** Takes back a charge nobody confirmed while its price was valid. */
    'billing.drop-unconfirmed': { organizationId: string };
    /** Compares everything with the provider, ends expired retention, and forgets old webhook events. */
    'billing.reconcile': Record<string, never>;
  }
}

/** Once a day, off the hour. */
export const billingCrontab = '41 4 * * * billing.reconcile';

/** Stripe repeats a webhook for at most three days. */
const KEEP_EVENTS_MS = 60 * DAY;

/** The handlers of this slice's jobs. */
export function billingJobs(dependencies: Dependencies) {
  return {
    'billing.sync': async ({ customerId, ...named }: { customerId: string; invoiceId?: string }): Promise<void> => {
      const organizationId = await findByCustomer(dependencies, customerId);
      if (organizationId === null) return;
      try {
        await syncOrganization(dependencies, { organizationId, ...named });
      } catch (error) {
        // The webhook's customer no longer belongs to this organization.
        if (!(error instanceof PaymentObjectMissing)) throw error;
        dependencies.log.warn({ organizationId, err: error }, 'a webhook named something that is not there');
      }
    },
    'billing.tell': async (input: Jobs['billing.tell']): Promise<void> => {
      const organizationId = await findByCustomer(dependencies, input.customerId);
      if (organizationId === null) return;
      const { customerId, invoiceId, about, eventDate } = input;
      const invoice = invoiceId ? { invoice: { customerId, invoiceId } } : {};
      await tellOwner(dependencies, dependencies.db, {
        organizationId,
        about,
        ...invoice,
        ...(eventDate && { eventAt: new Date(eventDate) }),
      });
      if (about === 'paid')
        await addJob(dependencies.db, 'billing.reward-sharer', { organizationId }, { maxAttempts: 20 });
    },
    'billing.apply-credits': (input: { organizationId: string }): Promise<void> =>
      applyGrantedCredits(dependencies, input),
    'billing.reward-sharer': (input: { organizationId: string }): Promise<void> => rewardSharer(dependencies, input),
    'billing.drop-unconfirmed': (input: { organizationId: string }): Promise<void> =>
      dropUnconfirmed(dependencies, input),
    'billing.reconcile': async (): Promise<void> => {
      await reconcileBilling(dependencies);
      await rewardSharers(dependencies);
      await endRetention(dependencies);
      await dependencies.sql`delete from billing_events where received_at <= ${new Date(dependencies.clock.now().getTime() - KEEP_EVENTS_MS)}`;
    },
  };
}
