import { useQueryClient } from '@tanstack/react-query';
import { startChargeQuery, useCardPayment } from '../billing/index.ts';
import { organizationPaymentQuery } from './queries.ts';
import { useFinishStep } from './use-finish-step.ts';

/** Step 2 of the wizard: takes a confirmed card and continues. */
export function usePayment() {
  const client = useQueryClient();
  const finish = useFinishStep(2);
  const proceed = () => finish('/wizard/step3');
  const payment = useCardPayment({
    onPaid: proceed,
    onFailed: async () => {
      void client.invalidateQueries(startChargeQuery);
      // The setup is used up: get a new one for the next attempt. If the payment succeeded before, continue anyway.
      const organization = await client.fetchQuery({ ...organizationPaymentQuery, staleTime: 0 }).catch(() => null);
      if (organization && organization.setup_step > 2) await proceed();
    },
  });
  return { ...payment, proceed };
}
