import { and, eq, gt } from 'drizzle-orm';
import { PORTS, type PortVisibility } from '#shared/features/workspaces/model.ts';
import type { GatewayTarget } from '../../gateway/directory.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspacePortLinks, workspacePorts, workspaces } from './tables.ts';

type Visitors = NonNullable<GatewayTarget['visitors']>;
type PortLink = Pick<typeof workspacePortLinks.$inferSelect, 'port' | 'tokenHash' | 'endsAt'>;
export type OtherPort = Omit<typeof workspacePorts.$inferSelect, 'workspaceId'>;

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

/** What is known of the ports besides 3000 and 3030, in order. */
export async function otherPortsOf({ db }: Pick<Dependencies, 'db'>, workspaceId: string): Promise<OtherPort[]> {
  const { port, visibility, label, ignored } = workspacePorts;
  return db
    .select({ port, visibility, label, ignored })
    .from(workspacePorts)
    .where(eq(workspacePorts.workspaceId, workspaceId))
    .orderBy(port);
}

/** Who may visit the http ports, besides people who may open the workspace. */
export function visitorsOf(
  workspace: Pick<WorkspaceRecord, 'port3000' | 'port3030' | 'port3000Visibility' | 'port3030Visibility'>,
  links: readonly PortLink[],
  others: readonly OtherPort[],
): Visitors {
  const visitors: Visitors = {};
  const open = PORTS.filter((port) => workspace[`port${port}`] === 'http');
  const shown = [...open.map((port) => ({ port, visibility: workspace[`port${port}Visibility`] })), ...others];
  for (const { port, visibility } of shown) {
    const link = links.find((each) => each.port === port);
    if (link) visitors[port] = { kind: 'link', tokenHash: link.tokenHash, endsAt: link.endsAt };
    else if (visibility === 'organization') visitors[port] = { kind: 'organization' };
  }
  return visitors;
}

export function visibilityOf(visitors: Visitors, port: number): PortVisibility {
  const open = visitors[port];
  if (!open) return 'private';
  return open.kind === 'link' ? 'public' : 'organization';
}

/** ISO time when the port's public link ends. */
export function publicUntil(visitors: Visitors, port: number): string | null {
  const open = visitors[port];
  return open?.kind === 'link' ? open.endsAt.toISOString() : null;
}

/** Ends a port's public link, and visits by the organization; of all ports without `port`. The caller announces it. */
export async function makePrivate(tx: Transaction, workspaceId: string, port?: number): Promise<void> {
  const of = (table: typeof workspacePortLinks | typeof workspacePorts) =>
    and(eq(table.workspaceId, workspaceId), port === undefined ? undefined : eq(table.port, port));
  await tx.delete(workspacePortLinks).where(of(workspacePortLinks));
  await tx.update(workspacePorts).set({ visibility: 'private' }).where(of(workspacePorts));
  const set = {
    ...((port ?? 3000) === 3000 && { port3000Visibility: 'private' as const }),
    ...((port ?? 3030) === 3030 && { port3030Visibility: 'private' as const }),
  };
  if (Object.keys(set).length > 0) await tx.update(workspaces).set(set).where(eq(workspaces.id, workspaceId));
}
