import * as contract from '#shared/features/audit/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { exportAudit } from './export-audit.ts';
import type { NameThings } from './find-entries.ts';
import { listAudit } from './list-audit.ts';

/** The log stores only ids, so names are looked up for whoever reads it. */
export const auditRoutes =
  (nameThings: NameThings): RegisterRoutes =>
  (mount) => {
    mount(contract.listAudit, (context, { query }) => listAudit(context, query, nameThings));

    mount(contract.exportAudit, async (context, { query }, c) =>
      c.body(exportAudit(context, query, nameThings), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit-log.csv"',
      }),
    );
  };
