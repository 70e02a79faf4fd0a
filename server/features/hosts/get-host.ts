import { and, eq } from 'drizzle-orm';
import type { Host, HostContainer } from '#shared/features/hosts/contract.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { findServerOption } from '../billing/index.ts';
import { heldOn } from '../capacity/index.ts';
import { findItem } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { countProtected, diskDisplay, listOn, memoryDisplay, type OnServer, readMessages } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { requireManager } from '../people/index.ts';
import { mustFindHost } from './access.ts';
import { hostMessages } from './messages.ts';
import { presentHostRow } from './presenter.ts';

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

/** How the creation of a host went, including a failed one. @throws Forbidden, NotFound */
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
  const [onWorkspaces, onServices] = await Promise.all([
    listOn(context.db, context.kinds.workspace, host.id),
    listOn(context.db, context.kinds.service, host.id),
  ]);
  return {
    workspaces: onWorkspaces.map((each) => present(each, null)),
    services: onServices.map((each) => present(each, findItem(each.catalogueId ?? '')?.name ?? each.catalogueId)),
  };
}

function present({ instance, userName }: OnServer, serviceType: string | null): HostContainer {
  return {
    id: instance.id,
    name: instance.name,
    user_name: userName,
    status: instance.status,
    memory_display: memoryDisplay(instance.memoryMb),
    disk_display: diskDisplay(instance.diskGb),
    delete_protect_flag: instance.deleteProtect,
    service_type: serviceType,
  };
}
