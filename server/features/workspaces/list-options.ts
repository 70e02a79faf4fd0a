import { and, asc, eq } from 'drizzle-orm';
import { IDE_IMAGES, type IdeImage, SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { say } from '../../platform/say.ts';
import { shareLeft } from '../capacity/index.ts';
import { databases, languages, type SoftwareOption } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import { type HostChoice, hostChoices } from '../hosts/index.ts';
import { diskDisplay, memoryDisplay } from '../instances/index.ts';
import { INDUSTRIES } from '../organizations/index.ts';
import { memberships, users } from '../people/tables.ts';

interface Option {
  value: string;
  text: string;
}

const toOption = ({ value, text }: SoftwareOption): Option => ({ value, text });

export async function listLanguageOptions(context: Context): Promise<Option[]> {
  return (await languages(context)).map(toOption);
}

export async function listDatabaseOptions(context: Context): Promise<Option[]> {
  return (await databases(context)).map(toOption);
}

/** Where a workspace can run: shared, or on a host of the organization. */
export async function listServerOptions(context: Context) {
  const { config, db, actor } = context;
  const { organizationId } = actor;
  const [share, hosts] = await Promise.all([
    shareLeft(config, db, organizationId),
    hostChoices(context, organizationId),
  ]);
  return [sharedOption(share), ...hosts.map(hostOption)];
}

function hostOption(host: HostChoice) {
  const memory = say('workspaces.memoryFreeOf', {
    free: Math.round((host.freeMemoryMb / 1024) * 10) / 10,
    memory: memoryDisplay(host.memoryMb),
  });
  return {
    value: host.id,
    text: say('workspaces.hostOption', {
      name: host.name,
      cores: host.cpuCores,
      memory,
      freeDisk: host.freeDiskGb,
      disk: host.diskGb,
    }),
    specifier: host.optionName,
    cpu_cores: host.cpuCores,
    memory_gb: host.memoryMb / 1024,
    disk_space_gb: host.diskGb,
    vram_gb: host.vramGb,
    monthly_price: host.monthlyCents,
  };
}

function sharedOption(share: Awaited<ReturnType<typeof shareLeft>>) {
  const { cpuCores, memoryGb, diskGb } = SHARED_LIMITS;
  const disk = diskDisplay(diskGb);
  return {
    value: 'shared',
    text: share
      ? say('workspaces.sharedOptionLeft', {
          cores: cpuCores,
          gigabytes: memoryGb,
          disk,
          left: share.left,
          limit: share.most,
        })
      : say('workspaces.sharedOption', { cores: cpuCores, gigabytes: memoryGb, disk }),
    specifier: null,
    cpu_cores: cpuCores,
    memory_gb: memoryGb,
    disk_space_gb: diskGb,
    vram_gb: null,
    monthly_price: null,
  };
}

/** People whose workspaces the person may see and filter by. */
export async function listUserOptions(context: Context): Promise<{ items: Option[]; selected: string }> {
  const { actor, db } = context;
  const items = await db
    .select({ value: users.id, text: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(visibleTo(actor, memberships), eq(memberships.status, 'active')))
    .orderBy(asc(users.name), asc(users.id));
  return { items, selected: actor.userId };
}

const IDE_NAMES: Record<IdeImage, string> = { vscode: 'VS Code in the browser', none: 'Terminal only' };

/** The available web IDEs, the default first. */
export function listIdeImages(): Option[] {
  return IDE_IMAGES.map((value) => ({ value, text: IDE_NAMES[value] }));
}

/** The same for every industry. */
export function listIdeImageIndustries(): { industry: string; items: Option[] }[] {
  return INDUSTRIES.map(({ text }) => ({ industry: text, items: listIdeImages() }));
}
