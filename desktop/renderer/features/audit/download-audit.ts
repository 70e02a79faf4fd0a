import { SESSION_HEADER } from '#shared/api/wire.ts';
import { exportAudit } from '#shared/features/audit/contract.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { sessionKey } from '../../lib/session.ts';
import { type AuditFilters, toInstants } from './filters.ts';

/** Saves all matching entries as CSV. Fetched with the session header, which a plain link can't send. @throws Error */
export async function downloadAudit(filters: AuditFilters): Promise<void> {
  const response = await fetch(`${platform.apiBase}${exportAudit.path}?${new URLSearchParams(toInstants(filters))}`, {
    headers: { [SESSION_HEADER]: sessionKey() ?? '' },
    credentials: 'include',
  });
  if (!response.ok) throw new Error(`The export was answered with ${response.status}.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'audit-log.csv';
  link.click();
  URL.revokeObjectURL(url);
}
