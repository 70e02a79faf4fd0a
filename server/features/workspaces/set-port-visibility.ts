import { eq } from 'drizzle-orm';
import { PORTS, type PortVisibility } from '#shared/features/workspaces/model.ts';
import { SHARE_PARAMETER } from '../../gateway/http/share.ts';
import { HOUR } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announce, lockInstance } from '../instances/index.ts';
import { organizations } from '../people/tables.ts';
import { requireManage } from './access.ts';
import { workspaceKind } from './kind.ts';
import { keepPort } from './other-ports.ts';
import { makePrivate } from './port-visitors.ts';
import { portAddress } from './presenter.ts';
import { workspacePortLinks, workspaces } from './tables.ts';

export interface PortVisibilityInput {
  id: string;
  port: number;
  visibility: PortVisibility;
  /** Lifetime of a public link. */
  hours?: number | undefined;
}

/**
 * Sets who may visit an http port. Every choice ends the existing public link, with everything open through it;
 * `public` creates another.
 * @returns the new public link, which is stored hashed and can't be shown again @throws NotFound, Forbidden, Conflict
 */
export async function setPortVisibility(
  context: Context,
  { id, port, visibility, hours = 1 }: PortVisibilityInput,
): Promise<{ url: string; endsAt: Date } | null> {
  const { actor, clock, config, db } = context;
  return db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, id);
    requireManage(actor, workspace);
    if (workspace.status === 'Deleted') throw new Conflict(say('workspaces.wasDeleted'));
    const own = PORTS.find((each) => each === port);
    if (own && visibility !== 'private' && workspace[`port${own}`] !== 'http') {
      throw new Conflict(say('workspaces.portNotHttp', { port: own }));
    }
    if (visibility === 'public') await mayBePublic(tx, actor.organizationId);
    await makePrivate(tx, workspace.id, port);
    if (!own) await keepPort(tx, workspace.id, { port, ...(visibility === 'organization' && { visibility }) });
    else if (visibility === 'organization') {
      const set = own === 3000 ? { port3000Visibility: visibility } : { port3030Visibility: visibility };
      await tx.update(workspaces).set(set).where(eq(workspaces.id, workspace.id));
    }
    const link = visibility === 'public' ? { token: newToken(), endsAt: new Date(+clock.now() + hours * HOUR) } : null;
    if (link) {
      const { token, endsAt } = link;
      await tx
        .insert(workspacePortLinks)
        .values({ workspaceId: workspace.id, port, tokenHash: hashToken(token), endsAt });
    }
    await announce(context, tx, workspaceKind, workspace);
    const details = { port, visibility, ...(link && { until: link.endsAt.toISOString() }) };
    await record(tx, context, { action: 'workspaces.port-visibility', targetId: workspace.id, details });
    const address = portAddress(config, workspace, port);
    return link && { url: `${address}/?${SHARE_PARAMETER}=${link.token}`, endsAt: link.endsAt };
  });
}

/** Locks the organization's choice against a change in between. */
async function mayBePublic(tx: Transaction, organizationId: string): Promise<void> {
  const [organization] = await tx
    .select({ allowed: organizations.publicLinks })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('share');
  if (!organization?.allowed) throw new Forbidden(say('workspaces.publicLinksRefused'));
}
