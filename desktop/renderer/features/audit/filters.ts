/** As they stand in the address; days are `YYYY-MM-DD` in the person's time zone, and empty means all. */
export interface AuditFilters {
  who: string;
  action: string;
  from: string;
  to: string;
}

export const NO_FILTERS: AuditFilters = { who: '', action: '', from: '', to: '' };

export function readFilters(parameters: URLSearchParams): AuditFilters {
  const text = (name: keyof AuditFilters, longest: number) => (parameters.get(name) ?? '').slice(0, longest);
  const day = (name: 'from' | 'to') => (startOf(text(name, 10)) ? text(name, 10) : '');
  return { who: text('who', 120), action: text('action', 60), from: day('from'), to: day('to') };
}

/** What the API takes: the first instant of the first day, the last one of the last day. */
export function toInstants({ who, action, from, to }: AuditFilters) {
  const first = startOf(from);
  const last = startOf(to);
  last?.setDate(last.getDate() + 1);
  return {
    ...(who && { who }),
    ...(action && { action }),
    ...(first && { from: first.toISOString() }),
    ...(last && { to: new Date(last.getTime() - 1).toISOString() }),
  };
}

function startOf(day: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : date;
}
