import { useQueryClient } from '@tanstack/react-query';
import { startChargeQuery, useCardPayment } from '../billing/index.ts';
import { organizationPaymentQuery } from './queries.ts';
import { useFinishStep } from './use-finish-step.ts';

/** Step 2 of the wizard: takes a confirmed card and goes on. */
export function usePayment() {
  const client = useQueryClient();
  const finish = useFinishStep(2);
  const proceed = () => finish('/wizard/step3');
  const payment = useCardPayment({
    onPaid: proceed,
    onFailed: async () => {
      void client.invalidateQueries(startChargeQuery);
      // The set-up is used up: a fresh one for the next try. If payment succeeded before, go on anyway (spec/1 §4).
      const organization = await client.fetchQuery({ ...organizationPaymentQuery, staleTime: 0 }).catch(() => null);
      if (organization && organization.setup_step > 2) await proceed();
    },
  });
  return { ...payment, proceed };
}
