import { desc, eq } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { organizationServices, serviceStatusChanges } from '../instances/tables.ts';
import type { ServiceRecord } from './access.ts';

/** The row, for the system itself: nobody's rights are looked at. */
export async function readService({ db }: Pick<Services, 'db'>, id: string): Promise<ServiceRecord | null> {
  const [row] = await db.select().from(organizationServices).where(eq(organizationServices.id, id));
  return row ?? null;
}

/** When the service got the status it has. */
export async function lastAsked({ db }: Pick<Services, 'db'>, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: serviceStatusChanges.createdAt })
    .from(serviceStatusChanges)
    .where(eq(serviceStatusChanges.serviceId, id))
    .orderBy(desc(serviceStatusChanges.id))
    .limit(1);
  return row?.at ?? null;
}
