import { and, eq, gt, inArray, ne, or } from 'drizzle-orm';
import { MANAGER_ROLES } from '#shared/features/auth/model.ts';
import type { AllowedKey, GatewayDirectory, GatewayTarget } from '../../gateway/directory.ts';
import { AppError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { recordActivity } from '../activity/index.ts';
import { sessions } from '../auth/tables.ts';
import type { Services } from '../context.ts';
import { administersUser } from '../groups/index.ts';
import { untilActive } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { memberships } from '../organizations/tables.ts';
import {
  beginServiceStart,
  findServiceTarget,
  mayOpenService,
  readService,
  serviceKind,
  serviceTarget,
} from '../services/index.ts';
import { sshKeys } from '../ssh-keys/tables.ts';
import { mayOpen, type WorkspaceRecord } from './access.ts';
import { noteCut, stayStopped, wasStoppedUnder } from './cut-connections.ts';
import { workspaceKind } from './kind.ts';
import { noteUse } from './note-use.ts';
import { portLinksOf, visitorsOf } from './port-visitors.ts';
import { listTcpRoutes, portModes, portsWithTheirHost } from './ports.ts';
import { readWorkspace } from './read-workspace.ts';
import { beginStart } from './start-workspace.ts';

const WAKE_FAILED = 'The workspace could not be started. Please try again.';

/** What the gateways ask of this slice. */
export function createDirectory(services: Services): GatewayDirectory {
  const { clock, db, log } = services;
  return {
    async find(slug) {
      // Whatever a client calls itself: Postgres has no place for some of it.
      if (!/^[a-z0-9-]{1,63}$/.test(slug)) return null;
      const [row] = await db
        .select()
        .from(workspaces)
        .where(and(eq(workspaces.slug, slug), ne(workspaces.status, 'Deleted')));
      return row ? toTarget(services, row) : findServiceTarget(services, slug);
    },

    async mayOpen(user, workspaceId) {
      const actor = isId(workspaceId) ? await findMember(services, user) : null;
      if (!actor) return false;
      return (await mayOpen(db, actor, workspaceId)) || mayOpenService(db, actor, workspaceId);
    },

    isMember: async (user) => (await findMember(services, user)) !== null,

    allowedKeys: (workspaceId) => listAllowedKeys(services, workspaceId),

    async sessionIsGood(sessionId) {
      if (!isId(sessionId)) return false;
      const [row] = await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, clock.now())));
      return row !== undefined;
    },

    async recordActivity(workspaceId, userId) {
      // Services are never idle: nothing is kept of visits to them.
      if (await noteUse(services, workspaceId)) await recordActivity(services, { workspaceId, userId });
    },

    noteCut: (workspaceId, userId) => noteCut(services, workspaceId, userId),

    async wake(workspaceId, userId, { withTerminal }) {
      const workspace = isId(workspaceId) ? await readWorkspace(services, workspaceId) : null;
      const service = !workspace && isId(workspaceId) ? await readService(services, workspaceId) : null;
      const organizationId = (workspace ?? service)?.organizationId ?? '';
      const actor = await findMember(services, { userId, organizationId });
      if (!actor) return { ok: false, error: WAKE_FAILED };
      if (workspace && !withTerminal && (await wasStoppedUnder(services, workspace, userId))) {
        return { ok: false, error: stayStopped(services, workspace) };
      }
      try {
        await (service ? beginServiceStart : beginStart)(services, actor, workspaceId);
        return { ok: true };
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: error.message };
        log.error({ err: error, workspaceId }, 'wake-up failed');
        return { ok: false, error: WAKE_FAILED };
      }
    },

    tcpRoutes: () => listTcpRoutes(services),

    async waitUntilActive(workspaceId, progress, signal) {
      const workspace = await untilActive(services, workspaceKind, workspaceId, progress, signal);
      if (workspace) return toTarget(services, workspace);
      const service = await untilActive(services, serviceKind, workspaceId, progress, signal);
      return service && serviceTarget(service);
    },
  };
}

async function toTarget(services: Services, workspace: WorkspaceRecord): Promise<GatewayTarget> {
  const { id: workspaceId, organizationId, slug, status, engineId, containerId } = workspace;
  const visitors = visitorsOf(workspace, await portLinksOf(services, workspaceId));
  const ports = portModes(workspace);
  const passHost = portsWithTheirHost(workspace);
  return { workspaceId, organizationId, slug, status, engineId, containerId, ports, visitors, passHost };
}

async function findMember({ db }: Services, user: { userId: string; organizationId: string }) {
  if (!isId(user.userId) || !isId(user.organizationId)) return null;
  const [member] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, user.userId),
        eq(memberships.organizationId, user.organizationId),
        eq(memberships.status, 'active'),
      ),
    );
  return member ? { ...user, role: member.role } : null;
}

/**
 * The workspace's own key, as long as its user is a member, and every key of the organization's owner and admins and
 * of the administrators of its user's groups.
 */
async function listAllowedKeys({ db }: Services, workspaceId: string): Promise<AllowedKey[]> {
  if (!isId(workspaceId)) return [];
  const rows = await db
    .select({ userId: sshKeys.userId, publicKey: sshKeys.publicKey, fingerprint: sshKeys.fingerprint })
    .from(workspaces)
    .innerJoin(
      memberships,
      and(eq(memberships.organizationId, workspaces.organizationId), eq(memberships.status, 'active')),
    )
    .innerJoin(sshKeys, eq(sshKeys.userId, memberships.userId))
    .where(
      and(
        eq(workspaces.id, workspaceId),
        ne(workspaces.status, 'Deleted'),
        or(
          and(eq(sshKeys.id, workspaces.sshKeyId), eq(memberships.userId, workspaces.userId)),
          inArray(memberships.role, MANAGER_ROLES),
          administersUser(memberships.userId, workspaces),
        ),
      ),
    );
  return rows;
}
