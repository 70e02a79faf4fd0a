import { eq } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { organizationServices } from '../instances/tables.ts';
import { keepChange } from './change-status.ts';

/** A program inside was ended for want of memory while the service itself goes on. */
export async function noteServiceOutOfMemory(services: Services, serviceId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [service] = await tx
      .select()
      .from(organizationServices)
      .where(eq(organizationServices.id, serviceId))
      .for('update');
    if (service?.status !== 'Active') return;
    await keepChange(services, tx, service, {
      cause: 'out_of_memory',
      detail: 'A program in it needed more memory than there is and was ended. The service goes on.',
    });
  });
}
