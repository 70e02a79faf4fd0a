import { PaymentUnavailable } from '../../payments/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { endCharge } from './begun-charges.ts';
import type { Charged } from './charge-units.ts';
import type { Lease } from './lease.ts';
import type { BilledOrganizationRow } from './lock-organization.ts';
import { amountText } from './tell-owner.ts';

/** Money was taken, but what it pays for doesn't exist yet. The next click, or a job, fixes it. */
class ChargeUnsettled extends PaymentUnavailable {}

/** If a commit's answer was lost, `write` finds what it created before, as for a repeated click. */
const TRIES = 2;

/**
 * Writes what units were charged for, together with settling their charge: both or neither. `write` is called again if
 * the database lost the first attempt. @throws ChargeUnsettled, which says what was charged, if nothing could be
 * written
 */
export async function settleCharge<T>(
  context: Context,
  lease: Lease,
  charged: Charged | null,
  write: (tx: Transaction, organization: BilledOrganizationRow) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await lease.write(async (tx, organization) => {
        const done = await write(tx, organization);
        if (charged) await end(context, tx, charged);
        return done;
      });
    } catch (error) {
      if (tries < TRIES && !(error instanceof AppError)) continue;
      if (!charged || charged.amount === 0) throw error;
      context.log.error(
        { err: error, organizationId: charged.organizationId, amount: charged.amount },
        'what was charged for could not be written down',
      );
      const amount = amountText(charged.amount, context.origin.locale ?? null);
      throw new ChargeUnsettled(say('billing.chargedNotSaved', { amount }), { cause: error });
    }
  }
}

async function end(context: Context, tx: Transaction, { organizationId, attempts, details }: Charged) {
  let isOpen = false;
  for (const attempt of new Set(attempts)) isOpen = (await endCharge(tx, { organizationId, attempt })) || isOpen;
  // A commit whose answer was lost has already recorded it.
  if (details && isOpen) await record(tx, context, { action: 'billing.charge', targetId: organizationId, details });
}
