import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { AuditFilters, AuditRow } from '#shared/features/audit/contract.ts';
import type { Context } from '../context.ts';
import { requireAuditReader } from './access.ts';
import { countEntries, findEntries, type NameThings } from './find-entries.ts';

/** One page (16) of what happened in the organization, newest first. @throws Forbidden */
export async function listAudit(
  { actor, db }: Context,
  input: AuditFilters & { page: number },
  nameThings: NameThings,
): Promise<{ records: number; rows: AuditRow[] }> {
  requireAuditReader(actor);
  const { page, ...filters } = input;
  const [records, rows] = await Promise.all([
    countEntries(db, actor, filters),
    findEntries(db, actor, filters, { nameThings, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { records, rows };
}
