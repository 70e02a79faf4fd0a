import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { SERVICE_READY } from '#shared/features/services/model.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { INIT_ERROR } from '#shared/features/workspaces/model.ts';
import { mergeMessages } from '../../lib/merge-messages.ts';
import { useRoom } from '../../lib/socket.ts';
import { POLL_MS, serviceMessagesQuery } from './queries.ts';

export type Progress = 'working' | 'ready' | 'failed';

export interface ServiceMessages {
  messages: InitMessage[];
  progress: Progress;
  /** The last poll did not get through; what is shown may be behind. */
  disconnected: boolean;
}

/** Follows a launch or start: live through the service's room, and by a poll every 10 s until it has ended. */
export function useServiceMessages(id: string): ServiceMessages {
  const client = useQueryClient();
  const query = serviceMessagesQuery(id);
  const {
    data: messages = [],
    isError,
    failureCount,
    isPaused,
    refetch,
  } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (progressOf(state.data ?? []) === 'working' ? POLL_MS : false),
  });
  useRoom(rooms.serviceInit(id), {
    onMessage: (message) =>
      client.setQueryData<InitMessage[]>(query.queryKey, (known) => mergeMessages(known ?? [], [message])),
    onJoin: () => void refetch(),
  });
  return { messages, progress: progressOf(messages), disconnected: isError || isPaused || failureCount > 0 };
}

function progressOf(messages: readonly InitMessage[]): Progress {
  const last = messages.at(-1)?.message_code;
  if (last === SERVICE_READY) return 'ready';
  return last === INIT_ERROR ? 'failed' : 'working';
}
