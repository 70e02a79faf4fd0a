export { CardForm } from './CardForm.tsx';
export { CardPanel } from './CardPanel.tsx';
export { billingDay } from './dates.ts';
export { EndPanel } from './EndPanel.tsx';
export { exactMoneyText, moneyText } from './money.ts';
export { PricingSummary } from './PricingSummary.tsx';
export { billingQuery } from './queries.ts';
export { useFirstCharge } from './use-first-charge.ts';
