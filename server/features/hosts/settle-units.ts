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
import type { Dependencies } from '../context.ts';
import { organizations } from '../people/tables.ts';

/** Makes the bills match the existing hosts, in case an answer to a charge or removal was lost. Once a day. */
export async function settleUnits(dependencies: Dependencies): Promise<void> {
  const subscribed = await dependencies.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isNotNull(organizations.stripeSubscriptionId));
  for (const { id } of subscribed) {
    await settle(dependencies, id).catch((error) =>
      dependencies.log.error({ err: error, organizationId: id }, 'the bill of hosts could not be compared'),
    );
  }
}

async function settle(dependencies: Dependencies, organizationId: string): Promise<void> {
  await withLease(dependencies, organizationId, async () => {
    const { stripeSubscriptionId } = await findBilled(dependencies.db, organizationId);
    // Units that a charge in progress has paid for aren't taken off the bill without their credit.
    if (!stripeSubscriptionId || (await hasBegunCharges(dependencies.db, organizationId))) return;
    const { items } = await dependencies.payments.getSubscription(stripeSubscriptionId);
    for (const { id: optionId } of serverOptions()) {
      const priceKey = hostPriceKey(optionId);
      const billed = items.find((item) => item.priceKey === priceKey)?.quantity ?? 0;
      const quantity = await countUnits(dependencies.db, organizationId, optionId);
      if (billed === quantity) continue;
      dependencies.log.warn({ organizationId, priceKey, billed, quantity }, 'the bill of hosts differed; mended');
      await changeUnitsLater(dependencies, { organizationId, priceKey, quantity });
    }
  });
}

/** Credits charges for hosts that were never created, because the server stopped first. */
export async function settleLostCharges(dependencies: Dependencies): Promise<void> {
  await creditLostCharges(dependencies, async (executor, organizationId, priceKey) => {
    const option = serverOptions().find(({ id }) => hostPriceKey(id) === priceKey);
    return option ? countUnits(executor, organizationId, option.id) : 0;
  });
}
