import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { cardSetup, updatePaymentMethod } from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { cardSetupQuery, useReloadBilling } from './queries.ts';

/** Makes a confirmed card the one that is charged, also after the bank's own page (3-D Secure). */
export function useUpdateCard(onUpdated: () => void) {
  const { t } = useTranslation('billing');
  const client = useQueryClient();
  const reload = useReloadBilling();
  const [failure, setFailure] = useState<string | null>(null);

  const update = async (paymentMethod: string) => {
    setFailure(null);
    try {
      await call(updatePaymentMethod, { body: { payment_method: paymentMethod } });
      client.removeQueries({ queryKey: cardSetupQuery.queryKey });
      onUpdated();
      toastSuccess(t('card.updated'));
      reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('card.notConfirmed'));
      // The set-up is used up: a fresh one for the next try.
      await client.invalidateQueries({ queryKey: cardSetupQuery.queryKey });
    }
  };
  useReturnFromBank(update, () => setFailure(t('card.notConfirmed')));
  return { update, failure };
}

/** `?setup_intent=…` in the address: the person comes back from the bank. */
function useReturnFromBank(update: (paymentMethod: string) => Promise<void>, onRefused: () => void): void {
  const [parameters, setParameters] = useSearchParams();
  const setupIntent = parameters.get('setup_intent');
  const handled = useRef<string | null>(null);
  const look = useEffectEvent(async (id: string) => {
    setParameters({}, { replace: true });
    const setup = await call(cardSetup, { query: { setup_intent: id } }).catch(() => null);
    if (setup?.status === 'succeeded' && setup.payment_method) await update(setup.payment_method);
    else onRefused();
  });
  useEffect(() => {
    if (!setupIntent || handled.current === setupIntent) return;
    handled.current = setupIntent;
    void look(setupIntent);
  }, [setupIntent]);
}
