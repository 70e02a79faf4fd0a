import { listAudit } from '#shared/features/audit/contract.ts';
import { listQuery } from '../../lib/route-query.ts';
import { type AuditFilters, toInstants } from './filters.ts';

const auditList = listQuery(['audit'], listAudit);

export const auditQuery = ({ page, ...filters }: AuditFilters & { page: number }) =>
  auditList({ page: String(page), ...toInstants(filters) });
