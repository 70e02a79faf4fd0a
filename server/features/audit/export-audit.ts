import type { AuditFilters, AuditRow } from '#shared/features/audit/contract.ts';
import type { Context } from '../context.ts';
import { requireAuditReader } from './access.ts';
import { csvLine } from './csv.ts';
import { findEntries, type NameThings } from './find-entries.ts';

const COLUMNS = ['date', 'user', 'acting person', 'action', 'target', 'name', 'outcome', 'details', 'address'];
const ROWS_AT_ONCE = 1000;

/**
 * All matching entries as CSV, read in parts while it is sent, so that a long log needs no memory. @throws Forbidden
 */
export function exportAudit(
  { actor, db }: Context,
  filters: AuditFilters,
  nameThings: NameThings,
): ReadableStream<Uint8Array> {
  requireAuditReader(actor);
  const encoder = new TextEncoder();
  let before: number | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(csvLine(COLUMNS)));
    },
    async pull(controller) {
      const part = { nameThings, limit: ROWS_AT_ONCE, ...(before !== undefined && { before }) };
      const rows = await findEntries(db, actor, filters, part);
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')));
      before = Number(rows.at(-1)?.id ?? 0);
      if (rows.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

function lineOf(row: AuditRow): string {
  const details = Object.entries(row.details).map(([name, value]) => `${name}: ${value}`);
  return csvLine([
    row.create_date,
    row.user_name ?? '',
    row.real_user_name ?? '',
    row.action,
    row.target_id ?? '',
    row.target_name ?? '',
    row.outcome,
    details.join('; '),
    row.ip_address ?? '',
  ]);
}
