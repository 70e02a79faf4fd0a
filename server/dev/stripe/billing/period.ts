/** `months` after the anchor, at its time of day; a missing day becomes the month's last one, as at Stripe. */
export function anchorAfter(anchor: number, months: number): number {
  const at = new Date(anchor * 1000);
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const timeOfDay = anchor - Math.floor(anchor / 86_400) * 86_400;
  return first.getTime() / 1000 + (Math.min(at.getUTCDate(), lastDay) - 1) * 86_400 + timeOfDay;
}

/** The billing period that contains an instant: from one anchor date, inclusive, to the next, exclusive. */
export function periodAround(anchor: number, instant: number): { start: number; end: number } {
  const monthOf = (seconds: number) =>
    new Date(seconds * 1000).getUTCFullYear() * 12 + new Date(seconds * 1000).getUTCMonth();
  let months = monthOf(instant) - monthOf(anchor);
  if (anchorAfter(anchor, months) > instant) months -= 1;
  return { start: anchorAfter(anchor, months), end: anchorAfter(anchor, months + 1) };
}

/** `amount × used ÷ whole` seconds, rounded half up on its absolute value. */
export function prorateSeconds(amount: number, used: number, whole: number): number {
  const rounded = Number((BigInt(amount) * BigInt(used) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
  return rounded;
}

/** The first instant from `now` on with this day and time; in a month without that day, on its last one. */
export function nextAnchor(
  now: number,
  config: { day_of_month: number; hour: number; minute: number; second: number },
): number {
  const at = new Date(now * 1000);
  const timeOfDay = config.hour * 3600 + config.minute * 60 + config.second;
  const inMonth = (ahead: number) => {
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + ahead];
    const day = Math.min(config.day_of_month, new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
    return Date.UTC(year, month, day) / 1000 + timeOfDay;
  };
  return inMonth(0) >= now ? inMonth(0) : inMonth(1);
}

export function dayName(instant: number): string {
  return new Date(instant * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
