import type { SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { findEndable, readEditorShares } from './find-editor-shares.ts';
import { editorShares } from './tables.ts';
import { type Needed, writeEnd, writeLost } from './write-end.ts';

/** Ends it at once, by whose workspace it is, or owner and admins. @throws NotFound for everybody else */
export async function endEditorShare(context: Context, { id }: { id: string }): Promise<void> {
  const { share } = await findEndable(context, id);
  await writeEnd(context, share, { kind: 'editor', reason: null });
}

/** Ends what its time, a stop, another owner or lost membership has ended already: it must not hold again later. */
export async function endLostEditors(dependencies: Needed, where?: SQL): Promise<void> {
  const all = await dependencies.db.select().from(editorShares).where(where);
  if (all.length === 0) return;
  await writeLost(dependencies, { kind: 'editor', all, holding: await readEditorShares(dependencies, where) });
}
