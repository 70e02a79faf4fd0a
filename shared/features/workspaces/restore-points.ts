import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { RESTORE_POINT_REASONS } from '../snapshots/model.ts';

export const restorePoint = z.object({
  id: z.string(),
  create_date: instant,
  /** Why it was kept: the workspace stopped, an hour of work, or going back to another point. */
  reason: z.enum(RESTORE_POINT_REASONS),
  /** What it takes on disk, about; nothing more if its files are the same as those of another one. */
  size_bytes: z.number().int(),
});
export type RestorePoint = z.infer<typeof restorePoint>;

export const listRestorePoints = defineRead(
  '/workspaces/{workspaceID}/restore-points',
  'What a workspace can go back to, newest first',
  {
    scope: 'read',
    params: z.object({ workspaceID: idParam }),
    response: z.object({
      items: z.array(restorePoint),
      /** What they take together, and may take at most: the oldest go first. */
      used_bytes: z.number().int(),
      budget_bytes: z.number().int(),
      /** It can go back now. */
      may_go_back: z.boolean(),
    }),
  },
);

export const goBack = defineChange(
  '/workspaces/{workspaceID}/restore-points/{pointID}/go-back',
  'Bring a workspace’s files back to a restore point and start it; what is there now is kept as a point of its own first',
  {
    scope: 'manage',
    onBehalf: 'anyone',
    params: z.object({ workspaceID: idParam, pointID: idParam }),
    response: messageSchema,
  },
);
