import { useEffect, useState } from 'react';
import { type Cents, MONTHLY_PRICE, nextBillingDate, prorate } from '#shared/features/billing/model.ts';

const REFRESH_MS = 15_000;

export interface FirstCharge {
  amount: Cents;
  from: Date;
  /** The 1st of next month. */
  nextBilling: Date;
}

/** What the subscription costs for the rest of this month if it began now, by the same rule as the server's. */
export function useFirstCharge(): FirstCharge {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return { amount: prorate(MONTHLY_PRICE.subscription, now), from: now, nextBilling: nextBillingDate(now) };
}
