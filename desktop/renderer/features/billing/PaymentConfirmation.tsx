import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentAction } from '#shared/api/envelope.ts';
import { type PaymentOutcome, usePaymentQuestion } from '../../lib/payment-question.ts';
import { loadStripe } from './load-stripe.ts';
import { TestBank } from './TestBank.tsx';

interface QuestionProps {
  action: PaymentAction;
  onAnswer: (outcome: PaymentOutcome) => void;
}

/** While a bank wants its card holder to confirm a payment: Stripe.js shows the bank's page, or its stand-in asks. */
export function PaymentConfirmation() {
  const question = usePaymentQuestion((state) => state.question);
  if (!question) return null;
  const Ask = question.action.publishable_key === null ? TestBank : StripeBank;
  return <Ask key={question.action.client_secret} action={question.action} onAnswer={question.answer} />;
}

function StripeBank({ action, onAnswer }: QuestionProps) {
  const { t } = useTranslation('billing');
  const answer = useEffectEvent(onAnswer);
  const unavailable = useEffectEvent(() => t('confirm.unavailable'));
  const refused = useEffectEvent(() => t('confirm.refused'));
  useEffect(() => {
    let stopped = false;
    void confirmWithStripe(action).then(
      (message) =>
        !stopped &&
        answer(message === null ? { confirmed: true } : { confirmed: false, message: message || refused() }),
      () => !stopped && answer({ confirmed: false, message: unavailable() }),
    );
    return () => {
      stopped = true;
    };
  }, [action]);
  return null;
}

/** Null once it is confirmed, also in another tab; otherwise Stripe's message, which may be empty. */
async function confirmWithStripe({
  client_secret: secret,
  publishable_key: key,
}: PaymentAction): Promise<string | null> {
  const stripe = await loadStripe(key ?? '');
  const { error, paymentIntent } = await stripe.confirmCardPayment(secret);
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  return status === 'succeeded' ? null : (error?.message ?? '');
}
