import { type AnyColumn, and, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { instanceStatusChanges } from '../instances/tables.ts';

/** Falling asleep ends nothing; any other stop does, though the workspace may run again by now. */
export function stoppedSince(workspaceId: AnyColumn, createdAt: AnyColumn): SQL {
  return sql`exists (select 1 from ${instanceStatusChanges}
    where ${instanceStatusChanges.instanceId} = ${workspaceId}
      and ${ne(instanceStatusChanges.status, 'Active')} and ${ne(instanceStatusChanges.cause, 'asleep')}
      and ${gt(instanceStatusChanges.createdAt, createdAt)})`;
}

type Memberships = Record<'organizationId' | 'userId' | 'status', AnyColumn>;

/** They are a member of this organization now. */
export function isActiveMember(of: Memberships, organizationId: AnyColumn, userId: AnyColumn): SQL | undefined {
  return and(eq(of.organizationId, organizationId), eq(of.userId, userId), eq(of.status, 'active'));
}
