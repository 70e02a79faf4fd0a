import { and, eq } from 'drizzle-orm';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context, Dependencies } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { announceEditor, announceShare } from './announce.ts';
import { editorShares, terminalShares } from './tables.ts';

export type Needed = Pick<Dependencies, 'bus' | 'clock' | 'db' | 'publish'>;
type Share = Omit<typeof terminalShares.$inferSelect, 'mode'>;

/** What differs between the things that are shared. */
const KINDS = {
  terminal: { table: terminalShares, action: 'sharing.end', announce: announceShare },
  editor: { table: editorShares, action: 'sharing.end-editor', announce: announceEditor },
} as const;

/** Processes may notice the same, or somebody clicks twice: it is ended and written down once. */
export async function writeEnd(
  context: Needed & Partial<Pick<Context, 'actor' | 'origin'>>,
  share: Share,
  { kind, reason }: { kind: keyof typeof KINDS; reason: string | null },
): Promise<void> {
  const { table, action, announce } = KINDS[kind];
  const { workspaceId, ownerId, guestId, organizationId } = share;
  await context.db.transaction(async (tx) => {
    // Not one that was begun again since.
    const same = and(eq(table.id, share.id), eq(table.createdAt, share.createdAt));
    const [gone] = await tx.delete(table).where(same).returning({ id: table.id });
    if (!gone) return;
    const [names] = await tx
      .select({ name: instances.name, shared_with: users.name })
      .from(instances)
      .innerJoin(users, eq(users.id, guestId))
      .where(eq(instances.id, workspaceId));
    await record(tx, context, {
      action,
      targetId: share.id,
      organizationId,
      userId: context.actor?.userId ?? ownerId,
      details: { ...names, reason },
    });
    await announce(context, tx, share);
  });
}

/** Ends those of `all` that hold no longer, by their time or because somebody lost a right: they must not hold again. */
export async function writeLost(
  dependencies: Needed,
  { kind, all, holding }: { kind: keyof typeof KINDS; all: Share[]; holding: { share: { id: string } }[] },
): Promise<void> {
  const held = new Set(holding.map(({ share }) => share.id));
  const now = dependencies.clock.now();
  for (const share of all) {
    if (held.has(share.id)) continue;
    const reason = share.expiresAt <= now ? say('sharing.timeOver') : say('sharing.accessLost');
    await writeEnd(dependencies, share, { kind, reason });
  }
}
