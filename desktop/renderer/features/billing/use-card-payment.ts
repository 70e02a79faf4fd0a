import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Charge } from '#shared/api/envelope.ts';
import { cardSetup, startCharge, updatePaymentMethod } from '#shared/features/billing/cards.ts';
import { isPriceChange } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { startChargeQuery } from './queries.ts';

interface Asked {
  paymentMethod: string;
  charge: Charge;
  /** The price differs from the one on the page. */
  changed: boolean;
}

interface Outcome {
  onPaid: () => void | Promise<void>;
  /** The card setup is used up: get a new one for the next attempt. */
  onFailed: () => void | Promise<void>;
}

/**
 * Makes a confirmed card the default, for exactly the price on the page. If the price has changed, or the person
 * returns from the bank's own page (3-D Secure), asks with the price first.
 */
export function useCardPayment({ onPaid, onFailed }: Outcome) {
  const { t } = useTranslation('wizard');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [paying, setPaying] = useState(false);

  const pay = async (paymentMethod: string, charge: Charge | null) => {
    setFailure(null);
    setPaying(true);
    const price = charge && { at: charge.at, card_amount: charge.card_amount };
    try {
      await call(updatePaymentMethod, { body: { payment_method: paymentMethod, ...price } });
      setAsked(null);
      await onPaid();
    } catch (error) {
      if (isPriceChange(error)) {
        // The rest of the page shows it too.
        client.setQueryData(startChargeQuery.queryKey, { charge: error.charge });
        setAsked({ paymentMethod, charge: error.charge, changed: true });
        return;
      }
      setAsked(null);
      setFailure((error instanceof Error && error.message) || t('card.incomplete'));
      await onFailed();
    } finally {
      setPaying(false);
    }
  };
  const returning = useReturnFromBank(
    async (paymentMethod) => {
      const price = await call(startCharge).catch(() => null);
      if (price?.charge) setAsked({ paymentMethod, charge: price.charge, changed: false });
      else await pay(paymentMethod, null);
    },
    () => setFailure(t('card.notConfirmed')),
  );
  return {
    pay,
    paying,
    failure,
    asked,
    returning,
    answer: () => asked && void pay(asked.paymentMethod, asked.charge),
    dismiss: () => {
      setAsked(null);
      void onFailed();
    },
  };
}

export type CardPayment = ReturnType<typeof useCardPayment>;

/** `?setup_intent=…` in the address: the person returns from the bank. True while that is being checked. */
function useReturnFromBank(onAccepted: (paymentMethod: string) => Promise<void>, onRefused: () => void): boolean {
  const [parameters, setParameters] = useSearchParams();
  const setupIntent = parameters.get('setup_intent');
  const handled = useRef<string | null>(null);
  const look = useEffectEvent(async (id: string) => {
    const { pathname } = window.location;
    const setup = await call(cardSetup, { query: { setup_intent: id } }).catch(() => null);
    if (setup?.status === 'succeeded' && setup.payment_method) await onAccepted(setup.payment_method);
    else onRefused();
    if (window.location.pathname === pathname) setParameters({}, { replace: true });
  });
  useEffect(() => {
    if (!setupIntent || handled.current === setupIntent) return;
    handled.current = setupIntent;
    void look(setupIntent);
  }, [setupIntent]);
  return setupIntent !== null;
}
