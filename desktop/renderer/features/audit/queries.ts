import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAudit } from '#shared/features/audit/contract.ts';
import { call } from '../../lib/call.ts';
import { type AuditFilters, toInstants } from './filters.ts';

export function auditQuery({ page, ...filters }: AuditFilters & { page: number }) {
  return queryOptions({
    queryKey: ['audit', page, filters],
    queryFn: ({ signal }) => call(listAudit, { query: { page: String(page), ...toInstants(filters) }, signal }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}
