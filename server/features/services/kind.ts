import { eq } from 'drizzle-orm';
import { type Kind, SERVICE_LABEL } from '../lifecycle/index.ts';
import type { ServiceRecord } from './access.ts';
import { changeStatus } from './change-status.ts';
import { containerName } from './names.ts';
import { lastAsked, readService } from './read-service.ts';
import { organizationServices, serviceInitMessages } from './tables.ts';

/** Services, as the life they have in common with workspaces knows them. */
export const serviceKind: Kind<ServiceRecord> = {
  word: 'service',
  letter: 'E',
  label: SERVICE_LABEL,
  containerName,
  read: readService,
  async lock(tx, id) {
    const [row] = await tx.select().from(organizationServices).where(eq(organizationServices.id, id)).for('update');
    return row ?? null;
  },
  changeStatus,
  lastAsked,
  messages: { table: serviceInitMessages, owner: serviceInitMessages.serviceId, room: 'serviceinit' },
};
