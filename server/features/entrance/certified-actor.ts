import { eq } from 'drizzle-orm';
import type { CertificateUse } from '../../gateway/directory.ts';
import { isId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { hasScope, resolvePrincipal } from '../auth/index.ts';
import type { Actor, Dependencies } from '../context.ts';
import { mayOpen } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { activeMember } from '../people/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

type Certified = Pick<Actor, 'userId' | 'organizationId' | 'role' | 'apiToken'>;

/**
 * Who comes with a certificate, if they may enter this workspace now: a token within its scopes and workspaces, or the
 * person of a session. As a member of the workspace's organization, because a session's own changes as the person works.
 */
export async function certifiedActor(
  dependencies: Dependencies,
  principal: string,
  workspaceId: string,
): Promise<Certified | null> {
  const { db } = dependencies;
  const found = isId(workspaceId) ? await resolvePrincipal(dependencies, principal) : null;
  if (!found) return null;
  const actor = 'token' in found ? found.token : await memberFor(dependencies, found.userId, workspaceId);
  if (!actor || !hasScope(actor, 'use')) return null;
  return (await mayOpen(db, workspaceKind, actor, workspaceId)) ? actor : null;
}

async function memberFor({ db }: Dependencies, userId: string, workspaceId: string): Promise<Certified | null> {
  const [workspace] = await db
    .select({ organizationId: instances.organizationId })
    .from(instances)
    .where(eq(instances.id, workspaceId));
  return activeMember(db, { userId, organizationId: workspace?.organizationId ?? '' });
}

/** Writes down that somebody enters with a certificate. @throws Error if they may not any more */
export async function noteCertificate(
  dependencies: Dependencies,
  { principal, serial, workspaceId, ipAddress }: CertificateUse,
): Promise<void> {
  const actor = await certifiedActor(dependencies, principal, workspaceId);
  if (!actor) throw new Error('The certificate opens this workspace no more');
  const context = { ...dependencies, actor, origin: { ipAddress, userAgent: '' } };
  const entry = { action: 'ssh-keys.use-certificate', targetId: workspaceId, details: { serial } } as const;
  await dependencies.db.transaction((tx) => record(tx, context, entry));
}
