import type { DeletedThing } from './envelope.ts';

/** How long removed people, deleted services, secrets, groups and templates, and revoked API tokens can be had back. */
export const UNDO_HOURS = 24;
const UNDO_MS = UNDO_HOURS * 60 * 60 * 1000;

/** Whatever was deleted since then can be had back at `now`. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - UNDO_MS);

/** Until when what was deleted then can be had back. */
export const undoUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + UNDO_MS);

export function presentDeleted({ id, name, deletedAt }: { id: string; name: string; deletedAt: Date }): DeletedThing {
  return {
    id,
    name,
    delete_date: deletedAt.toISOString(),
    gone_date: undoUntil(deletedAt).toISOString(),
  };
}
