import { rooms } from '#shared/api/rooms.ts';
import { INIT_READY } from '#shared/features/workspaces/model.ts';
import { useInitMessages } from '../../lib/init-messages.ts';
import { workspaceMessagesQuery } from './queries.ts';

/** Follows a launch or start of a workspace. */
export function useWorkspaceMessages(id: string) {
  return useInitMessages(workspaceMessagesQuery(id), rooms.workspaceInit(id), INIT_READY);
}
