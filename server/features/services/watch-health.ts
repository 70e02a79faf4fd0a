import { eq } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { watchHealth } from '../instances/index.ts';
import { organizationServices } from '../instances/tables.ts';
import { findItem } from './catalogue.ts';
import { keepChange } from './change-status.ts';
import { askService } from './health.ts';
import { serviceKind } from './kind.ts';
import { containerName } from './names.ts';

/** Asks running services by the health check of their item whether they still answer. */
export async function watchServiceHealth(services: Services): Promise<void> {
  const { id, engineId, activeSince, unansweredCount, unansweredSince, serviceId, status } = organizationServices;
  await watchHealth(services, {
    kind: serviceKind,
    listRunning: () =>
      services.db
        .select({ id, engineId, activeSince, unansweredCount, unansweredSince, serviceId })
        .from(organizationServices)
        .where(eq(status, 'Active')),
    async ask(engine, service) {
      const item = findItem(service.serviceId);
      return item ? askService(engine, containerName(service.id), item.health) : null;
    },
    save: (tx, which, health) => tx.update(organizationServices).set(health).where(eq(id, which)),
    keepChange: (tx, service, change) => keepChange(services, tx, service, change),
  });
}
