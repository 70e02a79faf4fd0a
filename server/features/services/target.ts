import { and, eq, ne } from 'drizzle-orm';
import type { GatewayTarget } from '../../gateway/directory.ts';
import type { Services } from '../context.ts';
import { organizationServices } from '../instances/tables.ts';
import { httpPort, type ServiceRecord } from './access.ts';

/** What the gateway must know of a service that has pages; null when it has none. */
export function serviceTarget(service: ServiceRecord): GatewayTarget | null {
  const port = httpPort(service);
  if (port === null) return null;
  const { id: workspaceId, organizationId, slug, status, engineId, containerId } = service;
  const ports = { 3000: 'disabled', 3030: 'disabled' } as const;
  return { workspaceId, organizationId, slug, status, engineId, containerId, ports, httpPort: port };
}

/** The service that has this host name, for the gateway. */
export async function findServiceTarget({ db }: Pick<Services, 'db'>, slug: string): Promise<GatewayTarget | null> {
  const [row] = await db
    .select()
    .from(organizationServices)
    .where(and(eq(organizationServices.slug, slug), ne(organizationServices.status, 'Deleted')));
  return row ? serviceTarget(row) : null;
}
