import { and, eq, type SQL } from 'drizzle-orm';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context, Dependencies } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { announceEditor } from './announce.ts';
import { findEndable, readEditorShares } from './find-editor-shares.ts';
import { editorShares } from './tables.ts';

type Needed = Pick<Dependencies, 'bus' | 'clock' | 'db' | 'publish'>;

/** Ends it at once, by whose workspace it is, or owner and admins. @throws NotFound for everybody else */
export async function endEditorShare(context: Context, { id }: { id: string }): Promise<void> {
  const { share } = await findEndable(context, id);
  await end(context, share, null);
}

/** Ends what its time, a stop, another owner or lost membership has ended already: it must not hold again later. */
export async function endLostEditors(dependencies: Needed, where?: SQL): Promise<void> {
  const all = await dependencies.db.select().from(editorShares).where(where);
  if (all.length === 0) return;
  const holding = new Set((await readEditorShares(dependencies, where)).map(({ share }) => share.id));
  const now = dependencies.clock.now();
  for (const share of all) {
    if (holding.has(share.id)) continue;
    await end(dependencies, share, share.expiresAt <= now ? say('sharing.timeOver') : say('sharing.accessLost'));
  }
}

/** Processes may notice the same, or somebody clicks twice: it is ended and written down once. */
async function end(
  context: Needed & Partial<Pick<Context, 'actor' | 'origin'>>,
  share: typeof editorShares.$inferSelect,
  reason: string | null,
): Promise<void> {
  const { workspaceId, ownerId, guestId, organizationId } = share;
  await context.db.transaction(async (tx) => {
    // Not one that was begun again since.
    const same = and(eq(editorShares.id, share.id), eq(editorShares.createdAt, share.createdAt));
    const [gone] = await tx.delete(editorShares).where(same).returning();
    if (!gone) return;
    const [names] = await tx
      .select({ name: instances.name, shared_with: users.name })
      .from(instances)
      .innerJoin(users, eq(users.id, guestId))
      .where(eq(instances.id, workspaceId));
    await record(tx, context, {
      action: 'sharing.end-editor',
      targetId: share.id,
      organizationId,
      userId: context.actor?.userId ?? ownerId,
      details: { ...names, reason },
    });
    await announceEditor(context, tx, share);
  });
}
