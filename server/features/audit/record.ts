import type { AuditAction } from '#shared/features/audit/actions.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Actor, Dependencies, Origin } from '../context.ts';
import { auditLog } from './tables.ts';

/** An entry of the audit log. */
export interface AuditEntry {
  action: AuditAction;
  targetId?: string | null;
  /** Default 'success'. */
  outcome?: 'success' | 'failure';
  /** Never secrets: owner and admins read this. */
  details?: Record<string, string | number | boolean | null>;
  /** Before anybody is signed in: the person and organization it is about. */
  userId?: string | null;
  organizationId?: string | null;
  /** The administrator behind the user; default the session's. */
  realUserId?: string | null;
}

type Asking = Pick<Actor, 'userId' | 'organizationId' | 'apiToken' | 'impersonator'>;
type AuditContext = Pick<Dependencies, 'clock'> & { actor?: Asking | null; origin?: Origin };

/**
 * Adds one row to the audit log, in the transaction of the change it describes, so that the row exists if and only if
 * the change does.
 */
export async function record(tx: Transaction, context: AuditContext, entry: AuditEntry): Promise<void> {
  const { actor } = context;
  const byToken = actor?.apiToken && { by: `token ${actor.apiToken.name}` };
  await tx.insert(auditLog).values({
    organizationId: entry.organizationId ?? actor?.organizationId ?? null,
    userId: entry.userId ?? actor?.userId ?? null,
    realUserId: entry.realUserId ?? actor?.impersonator?.userId ?? null,
    action: entry.action,
    targetId: entry.targetId ?? null,
    outcome: entry.outcome ?? 'success',
    details: entry.details || byToken ? { ...entry.details, ...byToken } : null,
    ipAddress: context.origin?.ipAddress ?? null,
    createdAt: context.clock.now(),
  });
}
