export { CardForm } from './CardForm.tsx';
export { moneyText } from './money.ts';
export { PricingSummary } from './PricingSummary.tsx';
export { useFirstCharge } from './use-first-charge.ts';
