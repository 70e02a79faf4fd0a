import { and, eq, ne } from 'drizzle-orm';
import type { Host, HostContainer } from '#shared/features/hosts/contract.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { findServerOption } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { readMessages } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { requireManager } from '../organizations/index.ts';
import { listServicesOnHost } from '../services/index.ts';
import { users } from '../users/tables.ts';
import { diskDisplay, memoryDisplay } from '../workspaces/index.ts';
import { mustFindHost } from './access.ts';
import { countProtected } from './count-protected.ts';
import { heldOn } from './find-host.ts';
import { hostMessages } from './messages.ts';
import { presentHostRow } from './presenter.ts';
import { hosts } from './tables.ts';

/** @throws Forbidden, NotFound */
export async function getHost(context: Context, input: { id: string }): Promise<Host> {
  const host = await mustFindHost(context, input.id);
  const held = (await heldOn(context.db, [host.id])).get(host.id);
  return {
    ...presentHostRow(host, held, await countProtected(context.db, host.id)),
    kind: findServerOption(host.serverOptionId)?.kind ?? (host.vramGb === null ? 'general' : 'gpu'),
    monthly_price: host.monthlyCents,
    cpu_reserved: held?.cpuCores ?? 0,
    memory_reserved_gb: (held?.memoryMb ?? 0) / 1024,
  };
}

/** How the making of a host went, also of one that could not be had. @throws Forbidden, NotFound */
export async function getHostSetup(context: Context, input: { id: string }): Promise<InitMessage[]> {
  requireManager(context.actor);
  const own = and(eq(hosts.id, input.id), eq(hosts.organizationId, context.actor.organizationId));
  const [host] = isId(input.id) ? await context.db.select({ id: hosts.id }).from(hosts).where(own) : [];
  if (!host) throw new NotFound();
  return readMessages(context, hostMessages, host.id);
}

/** The workspaces and services on a host, by name. @throws Forbidden, NotFound */
export async function listHostContainers(
  context: Context,
  input: { id: string },
): Promise<{ workspaces: HostContainer[]; services: HostContainer[] }> {
  const host = await mustFindHost(context, input.id);
  const [found, services] = await Promise.all([
    context.db
      .select({ workspace: workspaces, userName: users.name })
      .from(workspaces)
      .innerJoin(users, eq(users.id, workspaces.userId))
      .where(and(eq(workspaces.serverId, host.id), ne(workspaces.status, 'Deleted')))
      .orderBy(workspaces.name, workspaces.id),
    listServicesOnHost(context, host.id),
  ]);
  return {
    workspaces: found.map(({ workspace, userName }) => ({
      id: workspace.id,
      name: workspace.name,
      user_name: userName,
      status: workspace.status,
      memory_display: memoryDisplay(workspace.memoryMb),
      disk_display: diskDisplay(workspace.diskGb),
      delete_protect_flag: workspace.deleteProtect,
      service_type: null,
    })),
    services: services.map((service) => ({
      id: service.id,
      name: service.name,
      user_name: service.userName,
      status: service.status,
      memory_display: memoryDisplay(service.memoryMb),
      disk_display: diskDisplay(service.diskGb),
      delete_protect_flag: service.deleteProtect,
      service_type: service.serviceType,
    })),
  };
}
