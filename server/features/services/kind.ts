import { eq } from 'drizzle-orm';
import { type Kind, SERVICE_LABEL } from '../instances/index.ts';
import { organizationServices, serviceInitMessages } from '../instances/tables.ts';
import type { ServiceRecord } from './access.ts';
import { changeStatus } from './change-status.ts';
import { containerName } from './names.ts';
import { lastAsked, readService } from './read-service.ts';

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
