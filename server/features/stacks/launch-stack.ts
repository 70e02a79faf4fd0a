import { and, eq, inArray } from 'drizzle-orm';
import { nameInSnapshot } from '#shared/features/snapshots/model.ts';
import { PORTS } from '#shared/features/workspaces/model.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { deleteInstance, findInstance, readRecords } from '../instances/index.ts';
import { instances, snapshots } from '../instances/tables.ts';
import { addService, requireManage, serviceKind } from '../services/index.ts';
import { addWorkspace, setPortVisibility, workspaceKind } from '../workspaces/index.ts';

const NAME_MAX = 40;

/**
 * Launches a copy of a snapshotted stack on the host it was on: the workspace and each service with a new name and new
 * secrets, otherwise like the originals. All of it or nothing. @throws NotFound, Forbidden, Conflict, ValidationError
 */
export async function launchStack(
  context: Context,
  input: { stackId: string; name: string },
): Promise<{ workspaceId: string; serviceIds: string[] }> {
  const { actor, db } = context;
  requireManage(actor);
  const members = isId(input.stackId)
    ? await db
        .select()
        .from(snapshots)
        .where(and(eq(snapshots.stackId, input.stackId), eq(snapshots.organizationId, actor.organizationId)))
    : [];
  const taken = members.find(({ type }) => type === 'Workspace');
  if (!taken) throw new NotFound();
  if (members.some(({ status }) => status !== 'Active')) {
    throw new Conflict(say('stacks.snapshotsNotReady'));
  }
  const original = await findInstance(db, workspaceKind, actor, taken.instanceId);
  if (!original.sshKeyId) throw new Conflict(say('stacks.noSshKey'));
  const named = (snapshot: string) => `${input.name} ${nameInSnapshot(snapshot)}`.slice(0, NAME_MAX).trim();
  const services = await servicesOf(
    context,
    members.flatMap(({ type, instanceId }) => (type === 'Service' ? [instanceId] : [])),
  );
  const serviceIds: string[] = [];
  try {
    for (const { id, name, instanceId } of members) {
      const service = services.get(instanceId);
      if (!service) continue;
      const { catalogueId, serverId, cpuCores, memoryMb, diskGb, dockerPrivilege } = service;
      const resources = { cpuCores, memoryMb, diskGb, dockerPrivilege };
      const whose = { name: named(name), userId: actor.userId, serverId };
      const added = await addService(context, { ...whose, ...resources, catalogueId, snapshotId: id, properties: {} });
      serviceIds.push(added.id);
    }
    const { id: workspaceId } = await addWorkspace(context, {
      name: named(taken.name),
      userId: original.userId,
      sshKeyId: original.sshKeyId,
      serverId: original.serverId,
      snapshotId: taken.id,
      madeFrom: original,
      cpuCores: original.cpuCores,
      memoryGb: original.memoryMb / 1024,
      diskGb: original.diskGb,
      ide: original.ide,
      port3000: original.port3000,
      port3030: original.port3030,
      port3000PassHost: original.port3000PassHost,
      port3030PassHost: original.port3030PassHost,
      useSsl: original.useSsl,
    });
    // Somebody knows a public link, so the copy has none.
    for (const port of PORTS) {
      const visibility = original[`port${port}Visibility`];
      if (visibility === 'organization') await setPortVisibility(context, { id: workspaceId, port, visibility });
    }
    return { workspaceId, serviceIds };
  } catch (error) {
    for (const id of serviceIds) await deleteInstance(context, serviceKind, { id });
    throw error;
  }
}

async function servicesOf({ db }: Context, ids: string[]) {
  const rows = await readRecords(db, serviceKind, inArray(instances.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
