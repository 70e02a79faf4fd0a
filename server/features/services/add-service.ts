import type { Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { reserveOnHost } from '../capacity/index.ts';
import { type CatalogueItem, findItem } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { findHost, type HostRecord } from '../hosts/index.ts';
import { addMessage, holdFreeSlug, insertRecord, keepChange, madeBy, requestConvergence } from '../instances/index.ts';
import { holdLaunchable, type SnapshotRecord } from '../snapshots/index.ts';
import { requireManage, type ServiceRecord } from './access.ts';
import { chooseEnvironment, type Environment, renewSecrets } from './environment.ts';
import { mustBeHolder } from './holder.ts';
import { serviceKind } from './kind.ts';
import { openEnvironment, sealEnvironment } from './sealed-environment.ts';
import { services } from './tables.ts';

export interface AddInput {
  name: string;
  catalogueId: string;
  serverId: string;
  userId: string;
  snapshotId?: string | undefined;
  cpuCores: number;
  memoryMb: number;
  diskGb: number;
  dockerPrivilege: boolean;
  properties: Record<string, unknown>;
}

const NO_SNAPSHOT = { snapshot_id: say('services.snapshotUnavailable') };

/**
 * Adds a service and launches it in the background. Host, capacity and name are checked and taken in one transaction.
 * @throws Forbidden, ValidationError, Conflict (capacity; the user already has one)
 */
export async function addService(context: Context, input: AddInput): Promise<{ id: string }> {
  const { actor, db } = context;
  requireManage(actor);
  const { item, host, snapshot, values, previous } = await check(context, input);
  const id = await db.transaction(async (tx) => {
    await mustBeHolder(tx, actor.organizationId, item, input.userId);
    await reserveOnHost(context, tx, host.id, input);
    if (snapshot && !(await holdLaunchable(tx, actor, snapshot.id, 'Service'))) throw new ValidationError(NO_SNAPSHOT);
    const service = await insert(context, tx, { ...input, host, values, previous });
    await keepChange(context, tx, serviceKind, service, { cause: 'created', userId: actor.userId });
    await addMessage(context, tx, serviceKind, {
      id: service.id,
      revision: service.revision,
      code: 'E01',
      text: say('services.preparing', { name: item.name }),
    });
    await requestConvergence(tx, serviceKind, service.id);
    const details = { name: input.name, service: item.id };
    await record(tx, context, { action: 'services.add', targetId: service.id, details });
    return service.id;
  });
  return { id };
}

interface Checked {
  item: CatalogueItem;
  host: HostRecord;
  snapshot: SnapshotRecord | null;
  values: Environment;
  /** The values of a snapshot's data. */
  previous: Environment | null;
}

/** Checks that need no transaction; reports all wrong fields at once. */
async function check(context: Context, input: AddInput): Promise<Checked> {
  const { actor, db } = context;
  const item = findItem(input.catalogueId);
  if (!item) throw new ValidationError({ service_id: say('services.notInCatalogue') });
  const fields: Record<string, string> = {};
  const host = await findHost(context, actor.organizationId, input.serverId);
  if (!host) fields.server_id = say('capacity.hostMissing');
  if (!isId(input.userId)) fields.user_id = say('services.chooseUser');
  if (input.memoryMb < item.minimum_memory_mb)
    fields.memory_gb = say('services.minimumMemory', { name: item.name, megabytes: item.minimum_memory_mb });
  if (input.dockerPrivilege && !item.docker_privilege_option) {
    fields.docker_privilege_flag = say('services.permissionsRefused', { name: item.name });
  }
  const snapshot = input.snapshotId ? await holdLaunchable(db, actor, input.snapshotId, 'Service') : null;
  if (input.snapshotId && snapshot?.catalogueId !== item.id) Object.assign(fields, NO_SNAPSHOT);
  const previous = snapshot?.environment ? openEnvironment(context, snapshot.environment) : null;
  let values: Environment = {};
  try {
    values = previous
      ? renewSecrets(item.environment, previous)
      : chooseEnvironment(item.environment, input.properties);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    Object.assign(fields, error.fields);
  }
  if (!host || Object.keys(fields).length > 0) throw new ValidationError(fields);
  return { item, host, snapshot, values, previous };
}

async function insert(
  context: Context,
  tx: Transaction,
  input: AddInput & Pick<Checked, 'host' | 'values' | 'previous'>,
): Promise<ServiceRecord> {
  const { organizationId } = context.actor;
  const slug = await holdFreeSlug(context, tx, { organizationId, name: input.name });
  return insertRecord(tx, services, {
    id: newId(),
    kind: 'service',
    organizationId,
    userId: input.userId,
    tokenId: await madeBy(tx, context.actor, 'service'),
    catalogueId: input.catalogueId,
    name: input.name,
    slug,
    status: 'Pending',
    serverId: input.host.id,
    engineId: input.host.id,
    snapshotId: input.snapshotId ?? null,
    environment: sealEnvironment(context, input.values),
    previousEnvironment: input.previous ? sealEnvironment(context, input.previous) : null,
    cpuCores: input.cpuCores,
    memoryMb: input.memoryMb,
    diskGb: input.diskGb,
    dockerPrivilege: input.dockerPrivilege,
    createdAt: context.clock.now(),
  });
}
