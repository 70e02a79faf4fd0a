export { CardForm } from './CardForm.tsx';
export { billingDay } from './dates.ts';
export { exactMoneyText, moneyText } from './money.ts';
export { PricingSummary } from './PricingSummary.tsx';
export { useFirstCharge } from './use-first-charge.ts';
