import * as contract from '#shared/features/audit/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';

export const auditRoutes: RegisterRoutes = (mount) => {
  mount(contract.listAudit, (context, { query }) => listAudit(context, query));

  mount(contract.exportAudit, async (context, { query }, c) =>
    c.body(exportAudit(context, query), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit-log.csv"',
    }),
  );
};
