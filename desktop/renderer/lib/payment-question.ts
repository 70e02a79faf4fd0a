import { create } from 'zustand';
import type { PaymentAction } from '#shared/api/envelope.ts';

/** 'confirmed', or a sentence why not. */
export type PaymentOutcome = { confirmed: true } | { confirmed: false; message: string };

interface PaymentQuestion {
  action: PaymentAction;
  answer: (outcome: PaymentOutcome) => void;
}

/** What the payer's bank wants to know; one question at a time. features/billing shows it. */
export const usePaymentQuestion = create<{ question: PaymentQuestion | null }>(() => ({ question: null }));

let last: Promise<unknown> = Promise.resolve();

/** Has the payer confirm a payment with their bank. */
export function confirmPayment(action: PaymentAction): Promise<PaymentOutcome> {
  const ask = () =>
    new Promise<PaymentOutcome>((resolve) => {
      const answer = (outcome: PaymentOutcome) => {
        usePaymentQuestion.setState({ question: null });
        resolve(outcome);
      };
      usePaymentQuestion.setState({ question: { action, answer } });
    });
  const answered = last.then(ask);
  last = answered;
  return answered;
}
