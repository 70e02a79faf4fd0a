import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { cardSetup, updatePaymentMethod } from '#shared/features/organizations/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { organizationPaymentQuery } from './queries.ts';
import { useFinishStep } from './use-finish-step.ts';

/** Step 2 of the wizard: takes a confirmed card and goes on, also after the bank's own page (3-D Secure). */
export function usePayment() {
  const { t } = useTranslation('wizard');
  const client = useQueryClient();
  const finish = useFinishStep(2);
  const [failure, setFailure] = useState<string | null>(null);
  const proceed = () => finish('/wizard/step3');

  const pay = async (paymentMethod: string) => {
    setFailure(null);
    try {
      await call(updatePaymentMethod, { body: { payment_method: paymentMethod } });
      await proceed();
    } catch (error) {
      setFailure(messageOf(error) ?? t('card.incomplete'));
      // The set-up is used up: a fresh one for the next try. If payment succeeded before, go on anyway (spec/1 §4).
      const organization = await client.fetchQuery({ ...organizationPaymentQuery, staleTime: 0 }).catch(() => null);
      if (organization && organization.setup_step > 2) await proceed();
    }
  };
  const returning = useReturnFromBank(pay, () => setFailure(t('card.notConfirmed')));
  return { pay, proceed, failure, returning };
}

/** The provider's message, else the first of the errors (spec/1 §5). */
function messageOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.message || error.errors[0] : undefined;
}

/** `?setup_intent=…` in the address: the person comes back from the bank. True while that is looked into. */
function useReturnFromBank(pay: (paymentMethod: string) => Promise<void>, onRefused: () => void): boolean {
  const [parameters, setParameters] = useSearchParams();
  const setupIntent = parameters.get('setup_intent');
  const handled = useRef<string | null>(null);
  const look = useEffectEvent(async (id: string) => {
    const setup = await call(cardSetup, { query: { setup_intent: id } }).catch(() => null);
    if (setup?.status === 'succeeded' && setup.payment_method) await pay(setup.payment_method);
    else onRefused();
    if (window.location.pathname === '/wizard/step2') setParameters({}, { replace: true });
  });
  useEffect(() => {
    if (!setupIntent || handled.current === setupIntent) return;
    handled.current = setupIntent;
    void look(setupIntent);
  }, [setupIntent]);
  return setupIntent !== null;
}
