import { and, asc, eq, inArray } from 'drizzle-orm';
import { isManager, MANAGER_ROLES } from '#shared/features/auth/model.ts';
import type { CatalogueEntry } from '#shared/features/services/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { catalogue, findItem } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { hostChoices } from '../hosts/index.ts';
import { memberships, users } from '../people/tables.ts';
import { requireManage } from './access.ts';
import { presentItem } from './presenter.ts';

/** The catalogue, or one item of it. @throws Forbidden for lead and user, NotFound */
export function browseServices({ actor }: Context, input: { serviceId?: string | undefined }): CatalogueEntry[] {
  requireManage(actor);
  if (!input.serviceId) return catalogue().map(presentItem);
  const item = catalogue().find(({ id }) => id === input.serviceId);
  if (!item) throw new NotFound();
  return [presentItem(item)];
}

/** The hosts a service can run on. @throws Forbidden for lead and user */
export async function listServerOptions(context: Context) {
  requireManage(context.actor);
  const choices = await hostChoices(context, context.actor.organizationId);
  return choices.map((host) => ({
    value: host.id,
    text: say('services.hostOption', {
      name: host.name,
      memoryGigabytes: gb(host.freeMemoryMb),
      diskGigabytes: host.freeDiskGb,
    }),
    cpu_cores: host.cpuCores,
    free_memory_gb: gb(host.freeMemoryMb),
    free_disk_gb: host.freeDiskGb,
  }));
}

/** Everyone, or with a catalogue item everyone it can be for; lead and user see themselves. */
export async function listUserOptions({ actor, db }: Context, input: { serviceId?: string | undefined }) {
  const item = input.serviceId ? findItem(input.serviceId) : undefined;
  const items = await db
    .select({ value: users.id, text: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        eq(memberships.status, 'active'),
        isManager(actor) ? undefined : eq(memberships.userId, actor.userId),
        item && !item.individual_flag ? inArray(memberships.role, MANAGER_ROLES) : undefined,
      ),
    )
    .orderBy(asc(users.name), asc(users.id));
  return { items, selected: actor.userId };
}

function gb(memoryMb: number): number {
  return Math.floor((memoryMb / 1024) * 100) / 100;
}
