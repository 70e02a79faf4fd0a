import { record } from '../audit/index.ts';
import type { Actor, Dependencies } from '../context.ts';
import type { FoundShare } from './find-shares.ts';

/** Writes down that the other person came or went. */
export async function noteVisit(
  { clock, db }: Pick<Dependencies, 'clock' | 'db'>,
  actor: Actor,
  { share, owner, workspace }: FoundShare,
  action: 'sharing.join' | 'sharing.leave',
): Promise<void> {
  const entry = {
    action,
    targetId: share.id,
    details: { name: workspace.name, shared_by: owner.name, mode: share.mode },
  };
  await db.transaction((tx) => record(tx, { clock, actor }, entry));
}
