import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { shareEditorBody } from '#shared/features/sharing/editor.ts';
import { SHARES_MAX } from '#shared/features/sharing/model.ts';
import { MINUTE } from '../../platform/clock.ts';
import { Conflict, Forbidden, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { findInstance, lockInstance } from '../instances/index.ts';
import { users } from '../people/tables.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { announceEditor } from './announce.ts';
import { endLostEditors } from './end-editor-share.ts';
import { readPeople } from './list-people.ts';
import { editorShares } from './tables.ts';

/**
 * Lets a member into VS Code of the person's own workspace for a time. With somebody who is in already, the time starts
 * over. @returns its id @throws NotFound, Forbidden for another's workspace, Conflict, ValidationError
 */
export async function shareEditor(
  context: Context,
  input: z.output<typeof shareEditorBody> & { id: string },
): Promise<string> {
  const { actor, clock, db } = context;
  const { userId: ownerId, organizationId } = actor;
  const { id: workspaceId, user_id: guestId, minutes } = input;
  const seen = await findInstance(db, workspaceKind, actor, workspaceId);
  if (seen.userId !== ownerId) throw new Forbidden(say('sharing.notYours'));
  // What is over must not count, nor come back to life below.
  await endLostEditors(context, eq(editorShares.workspaceId, workspaceId));
  return db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, workspaceId);
    if (workspace.userId !== ownerId) throw new Forbidden(say('sharing.notYours'));
    if (workspace.status !== 'Active') throw new Conflict(say('workspaces.isStopped'));
    if (workspace.ide === 'none') throw new Conflict(say('sharing.noEditor'));
    const [guest] = isId(guestId) ? await readPeople(tx, actor, eq(users.id, guestId), 'share') : [];
    if (!guest) throw new ValidationError({ user_id: say('sharing.noSuchPerson') });
    const others = await tx.$count(
      editorShares,
      and(eq(editorShares.workspaceId, workspaceId), ne(editorShares.guestId, guestId)),
    );
    if (others >= SHARES_MAX) throw new Conflict(say('sharing.tooManyEditors', { limit: SHARES_MAX }));
    const now = clock.now();
    const set = { createdAt: now, expiresAt: new Date(now.getTime() + minutes * MINUTE) };
    const [share] = await tx
      .insert(editorShares)
      .values({ id: newId(), organizationId, workspaceId, ownerId, guestId, ...set })
      .onConflictDoUpdate({ target: [editorShares.workspaceId, editorShares.ownerId, editorShares.guestId], set })
      .returning();
    if (!share) throw new Error('the share was neither added nor changed');
    const details = { shared_with: guest.name, minutes };
    await record(tx, context, { action: 'sharing.share-editor', targetId: workspaceId, details });
    await announceEditor(context, tx, share);
    return share.id;
  });
}
