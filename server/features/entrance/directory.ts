import { and, eq, gt, inArray, ne, or } from 'drizzle-orm';
import { MANAGER_ROLES } from '#shared/features/auth/model.ts';
import type { AllowedKey, GatewayDirectory } from '../../gateway/directory.ts';
import { AppError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { recordActivity } from '../activity/index.ts';
import { sessions } from '../auth/tables.ts';
import type { Dependencies } from '../context.ts';
import { administersUser } from '../groups/index.ts';
import { mayOpen, readInstance, readRecords, untilActive } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { activeMember } from '../people/index.ts';
import { memberships, sshKeys, users } from '../people/tables.ts';
import { serviceKind } from '../services/index.ts';
import { companyOf, guestOf, noteGuest } from '../sharing/index.ts';
import {
  bringEditorSettings,
  listTcpRoutes,
  noteCut,
  notePort,
  noteUse,
  stayStopped,
  wasStoppedUnder,
  workspaceKind,
} from '../workspaces/index.ts';
import { workspaces } from '../workspaces/tables.ts';
import { certifiedActor, noteCertificate } from './certified-actor.ts';
import { startEither } from './start-either.ts';
import { serviceTarget, workspaceTarget } from './targets.ts';

const WAKE_FAILED = say('entrance.startFailed');

/** What the gateways ask of the features. */
export function createDirectory(dependencies: Dependencies): GatewayDirectory {
  const { clock, db, log } = dependencies;
  return {
    async find(slug) {
      // Clients may send anything as a user name, including text Postgres can't store.
      if (!/^[a-z0-9-]{1,63}$/.test(slug)) return null;
      const named = and(eq(instances.slug, slug), ne(instances.status, 'Deleted'));
      const [workspace] = await readRecords(db, workspaceKind, named);
      if (workspace) return workspaceTarget(dependencies, workspace);
      const [service] = await readRecords(db, serviceKind, and(named, ne(instances.status, 'Pending Deletion')));
      return service ? serviceTarget(service) : null;
    },

    async mayOpen(user, workspaceId) {
      const actor = isId(workspaceId) ? await activeMember(dependencies.db, user) : null;
      if (!actor) return false;
      return (
        (await mayOpen(db, workspaceKind, actor, workspaceId)) || (await mayOpen(db, serviceKind, actor, workspaceId))
      );
    },

    isMember: async (user) => (await activeMember(dependencies.db, user)) !== null,

    editorGuest: (user, workspaceId) => guestOf(dependencies, user, workspaceId),

    noteGuest: (shareId) => noteGuest(dependencies, shareId),

    editorCompany: (workspaceId) => companyOf(dependencies, workspaceId),

    async preferencesOf(userId) {
      const chosen = { theme: users.theme, locale: users.locale };
      const [row] = await db.select(chosen).from(users).where(eq(users.id, userId));
      return row ?? { theme: null, locale: null };
    },

    async certifiedUser(principal, workspaceId) {
      return (await certifiedActor(dependencies, principal, workspaceId))?.userId ?? null;
    },

    noteCertificate: (use) => noteCertificate(dependencies, use),

    allowedKeys: (workspaceId) => listAllowedKeys(dependencies, workspaceId),

    async sessionIsGood(sessionId) {
      if (!isId(sessionId)) return false;
      const [row] = await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, clock.now())));
      return row !== undefined;
    },

    notePort: (workspaceId, port) => notePort(dependencies, workspaceId, port),

    async noteOpened(workspaceId, userId) {
      const workspace = await readInstance(dependencies, workspaceKind, workspaceId);
      if (workspace?.userId === userId) await bringEditorSettings(dependencies, workspace);
    },

    async recordActivity(workspaceId, userId) {
      // Services are never idle, so visits to them aren't recorded.
      if (await noteUse(dependencies, workspaceId)) await recordActivity(dependencies, { workspaceId, userId });
    },

    noteCut: (workspaceId, userId) => noteCut(dependencies, workspaceId, userId),

    async wake(id, userId, { withTerminal }) {
      const workspace = isId(id) ? await readInstance(dependencies, workspaceKind, id) : null;
      const found = workspace ?? (isId(id) ? await readInstance(dependencies, serviceKind, id) : null);
      const actor = await activeMember(dependencies.db, { userId, organizationId: found?.organizationId ?? '' });
      if (!actor) return { ok: false, error: WAKE_FAILED };
      if (workspace && !withTerminal && (await wasStoppedUnder(dependencies, workspace, userId))) {
        return { ok: false, error: stayStopped(dependencies, workspace) };
      }
      try {
        await startEither(dependencies, actor, id, { isWorkspace: workspace !== null });
        return { ok: true };
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: error.message };
        log.error({ err: error, workspaceId: id }, 'wake-up failed');
        return { ok: false, error: WAKE_FAILED };
      }
    },

    tcpRoutes: () => listTcpRoutes(dependencies),

    async waitUntilActive(workspaceId, progress, signal) {
      const workspace = await untilActive(dependencies, workspaceKind, workspaceId, progress, signal);
      if (workspace) return workspaceTarget(dependencies, workspace);
      const service = await untilActive(dependencies, serviceKind, workspaceId, progress, signal);
      return service && serviceTarget(service);
    },
  };
}

/**
 * The workspace's own key, as long as its user is a member, and every key of the organization's owner and admins and of
 * the administrators of its user's groups.
 */
async function listAllowedKeys({ db }: Dependencies, workspaceId: string): Promise<AllowedKey[]> {
  if (!isId(workspaceId)) return [];
  const rows = await db
    .select({ userId: sshKeys.userId, publicKey: sshKeys.publicKey, fingerprint: sshKeys.fingerprint })
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .innerJoin(
      memberships,
      and(eq(memberships.organizationId, instances.organizationId), eq(memberships.status, 'active')),
    )
    .innerJoin(sshKeys, eq(sshKeys.userId, memberships.userId))
    .where(
      and(
        eq(instances.id, workspaceId),
        ne(instances.status, 'Deleted'),
        or(
          and(eq(sshKeys.id, workspaces.sshKeyId), eq(memberships.userId, instances.userId)),
          inArray(memberships.role, MANAGER_ROLES),
          administersUser(memberships.userId, instances),
        ),
      ),
    );
  return rows;
}
