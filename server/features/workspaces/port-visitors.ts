import { and, eq, gt, inArray } from 'drizzle-orm';
import { PORTS, type PortVisibility, type WorkspacePort } from '#shared/features/workspaces/model.ts';
import type { GatewayTarget, PortVisitors } from '../../gateway/directory.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspacePortLinks, workspaces } from './tables.ts';

type Visitors = NonNullable<GatewayTarget['visitors']>;
type PortLink = Pick<typeof workspacePortLinks.$inferSelect, 'port' | 'tokenHash' | 'endsAt'>;

/** The current public links of a workspace's ports. */
export async function portLinksOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  workspaceId: string,
): Promise<PortLink[]> {
  const { port, tokenHash, endsAt } = workspacePortLinks;
  return db
    .select({ port, tokenHash, endsAt })
    .from(workspacePortLinks)
    .where(and(eq(workspacePortLinks.workspaceId, workspaceId), gt(endsAt, clock.now())));
}

/** Who may visit the http ports, besides people who may open the workspace. */
export function visitorsOf(
  workspace: Pick<WorkspaceRecord, 'port3000' | 'port3030' | 'port3000Visibility' | 'port3030Visibility'>,
  links: readonly PortLink[],
): Visitors {
  const visitors: Visitors = {};
  for (const port of PORTS) {
    if (workspace[`port${port}`] !== 'http') continue;
    const link = links.find((each) => each.port === port);
    const open: PortVisitors | null = link
      ? { kind: 'link', tokenHash: link.tokenHash, endsAt: link.endsAt }
      : workspace[`port${port}Visibility`] === 'organization'
        ? { kind: 'organization' }
        : null;
    if (open) visitors[port] = open;
  }
  return visitors;
}

export function visibilityOf(visitors: Visitors, port: WorkspacePort): PortVisibility {
  const open = visitors[port];
  if (!open) return 'private';
  return open.kind === 'link' ? 'public' : 'organization';
}

/** ISO time when the port's public link ends. */
export function publicUntil(visitors: Visitors, port: WorkspacePort): string | null {
  const open = visitors[port];
  return open?.kind === 'link' ? open.endsAt.toISOString() : null;
}

/** Ends the ports' public links, and visits by the organization. The caller announces the workspace. */
export async function makePrivate(
  tx: Transaction,
  workspaceId: string,
  ports: readonly WorkspacePort[] = PORTS,
): Promise<void> {
  await tx
    .delete(workspacePortLinks)
    .where(and(eq(workspacePortLinks.workspaceId, workspaceId), inArray(workspacePortLinks.port, [...ports])));
  await tx
    .update(workspaces)
    .set({
      ...(ports.includes(3000) && { port3000Visibility: 'private' as const }),
      ...(ports.includes(3030) && { port3030Visibility: 'private' as const }),
    })
    .where(eq(workspaces.id, workspaceId));
}
