import { and, eq, gt, lt } from 'drizzle-orm';
import { type Clock, DAY, MINUTE } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { gatewayTickets } from '../tables.ts';

const CODE_LIFE_MS = MINUTE;
/** As long as a session may live; a ticket also ends with its session. */
const TICKET_LIFE_MS = 30 * DAY;

/** Who a code or ticket lets in, and where. */
export interface Grant {
  workspaceId: string;
  /** Valid for this port's host only (`WorkspaceHost.port`). */
  port: number;
  userId: string;
  organizationId: string;
  sessionId: string;
  /** Set for a guest in VS Code, who is let in by this share alone. */
  shareId: string | null;
}

export interface Ticket extends Grant {
  expiresAt: Date;
}

interface Context {
  db: Executor;
  clock: Clock;
}

/** Issues a code, valid once and for a minute. Sweeps old codes and tickets on the way. */
export async function issueCode({ db, clock }: Context, grant: Grant): Promise<string> {
  const now = clock.now();
  await db.delete(gatewayTickets).where(lt(gatewayTickets.expiresAt, now));
  return insert({ db, clock }, 'code', grant, CODE_LIFE_MS);
}

/** Swaps a code for a ticket of the same host; null if it is unknown, used, expired or another host's. */
export async function exchangeCode(
  { db, clock }: Context,
  code: string,
  { workspaceId, port }: Pick<Grant, 'workspaceId' | 'port'>,
): Promise<{ token: string; grant: Grant } | null> {
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .delete(gatewayTickets)
      .where(
        and(
          eq(gatewayTickets.tokenHash, hashToken(code)),
          eq(gatewayTickets.kind, 'code'),
          eq(gatewayTickets.workspaceId, workspaceId),
          eq(gatewayTickets.port, port),
          gt(gatewayTickets.expiresAt, clock.now()),
        ),
      )
      .returning();
    if (!row) return null;
    const { userId, organizationId, sessionId, shareId } = row;
    const grant = { workspaceId, port, userId, organizationId, sessionId, shareId };
    return { token: await insert({ db: transaction, clock }, 'ticket', grant, TICKET_LIFE_MS), grant };
  });
}

/** The ticket for a browser's token; null once it has ended. */
export async function findTicket({ db, clock }: Context, token: string): Promise<Ticket | null> {
  const [row] = await db
    .select()
    .from(gatewayTickets)
    .where(
      and(
        eq(gatewayTickets.tokenHash, hashToken(token)),
        eq(gatewayTickets.kind, 'ticket'),
        gt(gatewayTickets.expiresAt, clock.now()),
      ),
    );
  return row ?? null;
}

async function insert({ db, clock }: Context, kind: 'code' | 'ticket', grant: Grant, lifeMs: number): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await db.insert(gatewayTickets).values({ id: newId(), kind, tokenHash: hashToken(token), ...grant, expiresAt });
  return token;
}
