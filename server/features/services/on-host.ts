import { and, asc, eq, ne } from 'drizzle-orm';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Services } from '../context.ts';
import { organizationServices } from '../instances/tables.ts';
import { users } from '../users/tables.ts';
import { findItem } from './catalogue.ts';

export interface ServiceOnHost {
  id: string;
  name: string;
  userName: string;
  status: WorkspaceStatus;
  /** Name of its item of the catalogue. */
  serviceType: string;
  memoryMb: number;
  /** 0 is unmetered. */
  diskGb: number;
  deleteProtect: boolean;
}

/** The services of a host, by name; deleted ones left out. */
export async function listServicesOnHost({ db }: Pick<Services, 'db'>, hostId: string): Promise<ServiceOnHost[]> {
  const rows = await db
    .select({ service: organizationServices, userName: users.name })
    .from(organizationServices)
    .innerJoin(users, eq(users.id, organizationServices.userId))
    .where(and(eq(organizationServices.serverId, hostId), ne(organizationServices.status, 'Deleted')))
    .orderBy(asc(organizationServices.name), asc(organizationServices.id));
  return rows.map(({ service, userName }) => ({
    id: service.id,
    name: service.name,
    userName,
    status: service.status,
    serviceType: findItem(service.serviceId)?.name ?? service.serviceId,
    memoryMb: service.memoryMb,
    diskGb: service.diskGb,
    deleteProtect: service.deleteProtect,
  }));
}
