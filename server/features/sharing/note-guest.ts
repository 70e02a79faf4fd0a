import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Dependencies } from '../context.ts';
import { readEditorShares } from './find-editor-shares.ts';
import { editorShares } from './tables.ts';

/** Writes down that a guest opens VS Code. */
export async function noteGuest(dependencies: Pick<Dependencies, 'clock' | 'db'>, shareId: string): Promise<void> {
  const [found] = await readEditorShares(dependencies, eq(editorShares.id, shareId));
  if (!found) return;
  const { share, workspace, owner } = found;
  await dependencies.db.transaction((tx) =>
    record(tx, dependencies, {
      action: 'sharing.open-editor',
      targetId: share.id,
      organizationId: share.organizationId,
      userId: share.guestId,
      details: { name: workspace.name, shared_by: owner.name },
    }),
  );
}
