import { currentUser } from '#shared/features/auth/contract.ts';
import { type Billing, getBilling } from '#shared/features/billing/contract.ts';
import type { Desktop } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { createRounds, type Rounds } from '../../rounds.ts';
import { activeSession } from '../session/session.ts';

const EVERY_MS = 15 * 60_000;

type OpenInvoice = NonNullable<Billing['open_invoice']>;

/** Notifies owner and admin once of each invoice that couldn't be collected. */
export function watchBill(desktop: Desktop, onUnpaid: (invoice: OpenInvoice) => void): Rounds {
  const told = new Set<string>();
  return createRounds(EVERY_MS, async (isCurrent) => {
    try {
      if ((await activeSession(desktop)) === null) return;
      const { role, organization } = await desktop.api.call(currentUser);
      if (role !== 'owner' && role !== 'admin') return;
      const { open_invoice: open } = await desktop.api.call(getBilling);
      const key = `${organization.id} ${open?.id}`;
      if (!open || !isCurrent() || told.has(key)) return;
      told.add(key);
      onUnpaid(open);
    } catch (error) {
      desktop.log.info('The bill could not be looked at', { cause: messageOf(error) });
    }
  });
}
