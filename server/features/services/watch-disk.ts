import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { watchDisks } from '../instances/index.ts';
import { organizationServices } from '../instances/tables.ts';
import { announceService, keepChange } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { serviceKind } from './kind.ts';

/** Measures the disks of running services, warns of those that are nearly full, and stops those that are over. */
export async function watchServiceDisks(services: Services): Promise<void> {
  const { db } = services;
  await watchDisks(services, {
    kind: serviceKind,
    listRunning: () =>
      db
        .select()
        .from(organizationServices)
        .where(and(eq(organizationServices.status, 'Active'), isNotNull(organizationServices.containerId)))
        .orderBy(sql`${organizationServices.diskMeasuredAt} asc nulls first`),
    save: (tx, id, reading) => tx.update(organizationServices).set(reading).where(eq(organizationServices.id, id)),
    keepChange: (tx, record, change) => keepChange(services, tx, record, change),
    announce: (tx, record) => announceService(services, tx, record),
    requestConvergence,
  });
}
