import { and, eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Actor, Context } from '../context.ts';
import { editorSettings } from '../workspaces/tables.ts';

const ofActor = ({ organizationId, userId }: Actor) =>
  and(eq(editorSettings.organizationId, organizationId), eq(editorSettings.userId, userId));

/** Whether VS Code's settings go with the caller, and when they last changed. */
export async function getEditorSettings({ actor, db }: Context): Promise<{ follow: boolean; changedAt: Date | null }> {
  const [row] = await db.select().from(editorSettings).where(ofActor(actor));
  return row ?? { follow: true, changedAt: null };
}

/** What is kept is forgotten when they no longer go with the caller; workspaces keep what they have. */
export async function updateEditorSettings(context: Context, { follow }: { follow: boolean }): Promise<void> {
  const { actor, db } = context;
  const { organizationId, userId } = actor;
  const set = { follow, ...(!follow && { sealed: null, changedAt: null }) };
  await db.transaction(async (tx) => {
    const target = [editorSettings.organizationId, editorSettings.userId];
    await tx
      .insert(editorSettings)
      .values({ organizationId, userId, ...set })
      .onConflictDoUpdate({ target, set });
    const details = { follow };
    await record(tx, context, { action: 'profile.update-editor-settings', targetId: userId, details });
  });
}
