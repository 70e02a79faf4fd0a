import { anyText, type FilterReader, oneOf } from '../../lib/use-list-state.ts';

const day: FilterReader = (text) => (startOf(text) ? text : null);

/** The filters in the address. Days are `YYYY-MM-DD` in the person's time zone. */
export const AUDIT_FILTERS = {
  who: (text: string) => text.slice(0, 120),
  action: anyText,
  from: day,
  to: day,
  reads: oneOf(['true']),
};

export type AuditFilters = Record<keyof typeof AUDIT_FILTERS, string | null>;

/** What the API takes: the first instant of the first day, the last one of the last day. */
export function toInstants({ who, action, from, to, reads }: AuditFilters) {
  const first = startOf(from ?? '');
  const last = startOf(to ?? '');
  last?.setDate(last.getDate() + 1);
  return {
    ...(who && { who }),
    ...(action && { action }),
    ...(reads && { reads: 'true' as const }),
    ...(first && { from: first.toISOString() }),
    ...(last && { to: new Date(last.getTime() - 1).toISOString() }),
  };
}

function startOf(day: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : date;
}
