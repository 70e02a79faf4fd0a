import { parseRoom, type RoomKind } from '#shared/api/rooms.ts';
import { isManager } from '#shared/features/auth/model.ts';
import { hasScope } from '../features/auth/index.ts';
import type { Actor, Dependencies } from '../features/context.ts';
import { findHost } from '../features/hosts/index.ts';
import { findInstance } from '../features/instances/index.ts';
import { isLimited } from '../features/instances/reach.ts';
import { NotFound } from '../platform/errors.ts';

/** Their id is an organization's. */
const ORGANIZATION_ROOMS: ReadonlySet<RoomKind> = new Set([
  'workspaces',
  'services',
  'hosts',
  'snapshots',
  'organization',
]);

const SERVICE_ROOMS: ReadonlySet<RoomKind> = new Set(['service', 'serviceinit']);
/** The same people who see hosts. */
const MANAGERS_ROOMS: ReadonlySet<RoomKind> = new Set(['hosts', 'hostinit']);

/**
 * May this person join this room? A workspace's or service's rooms need the right to see it; the others, the
 * organization.
 */
export async function mayJoin(
  dependencies: Pick<Dependencies, 'db' | 'kinds'>,
  actor: Actor,
  name: string,
): Promise<boolean> {
  const room = parseRoom(name);
  if (!room || !hasScope(actor, 'read')) return false;
  if (MANAGERS_ROOMS.has(room.kind) && !isManager(actor)) return false;
  if (ORGANIZATION_ROOMS.has(room.kind)) return room.id === actor.organizationId && !isLimited(actor);
  if (room.kind === 'person') return room.id === actor.userId;
  if (room.kind === 'hostinit')
    return !isLimited(actor) && (await findHost(dependencies, actor.organizationId, room.id)) !== null;
  try {
    const { service, workspace } = dependencies.kinds;
    await findInstance(dependencies.db, SERVICE_ROOMS.has(room.kind) ? service : workspace, actor, room.id);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}
