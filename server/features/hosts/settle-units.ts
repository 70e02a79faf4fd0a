import { isNotNull } from 'drizzle-orm';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import {
  changeUnitsLater,
  countUnits,
  creditLostCharges,
  findBilled,
  hasBegunCharges,
  serverOptions,
  withLease,
} from '../billing/index.ts';
import type { Services } from '../context.ts';
import { organizations } from '../people/tables.ts';

/** Makes the bills match the existing hosts, in case an answer to a charge or removal was lost. Once a day. */
export async function settleUnits(services: Services): Promise<void> {
  const subscribed = await services.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isNotNull(organizations.stripeSubscriptionId));
  for (const { id } of subscribed) {
    await settle(services, id).catch((error) =>
      services.log.error({ err: error, organizationId: id }, 'the bill of hosts could not be compared'),
    );
  }
}

async function settle(services: Services, organizationId: string): Promise<void> {
  await withLease(services, organizationId, async () => {
    const { stripeSubscriptionId } = await findBilled(services.db, organizationId);
    // Units that a charge in progress has paid for aren't taken off the bill without their credit.
    if (!stripeSubscriptionId || (await hasBegunCharges(services.db, organizationId))) return;
    const { items } = await services.payments.getSubscription(stripeSubscriptionId);
    for (const { id: optionId } of serverOptions()) {
      const priceKey = hostPriceKey(optionId);
      const billed = items.find((item) => item.priceKey === priceKey)?.quantity ?? 0;
      const quantity = await countUnits(services.db, organizationId, optionId);
      if (billed === quantity) continue;
      services.log.warn({ organizationId, priceKey, billed, quantity }, 'the bill of hosts differed; mended');
      await changeUnitsLater(services, { organizationId, priceKey, quantity });
    }
  });
}

/** Credits charges for hosts that were never created, because the server stopped first. */
export async function settleLostCharges(services: Services): Promise<void> {
  await creditLostCharges(services, async (executor, organizationId, priceKey) => {
    const option = serverOptions().find(({ id }) => hostPriceKey(id) === priceKey);
    return option ? countUnits(executor, organizationId, option.id) : 0;
  });
}
