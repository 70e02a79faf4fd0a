import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { HOST_FAILED, HOST_READY } from '#shared/features/hosts/model.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { mergeMessages } from '../../lib/merge-messages.ts';
import { useRoom } from '../../lib/socket.ts';
import { hostMessagesQuery, POLL_MS } from './queries.ts';

export type Progress = 'working' | 'ready' | 'failed';

/** Follows the making of a host: live through its room, which is left with the page, and by a poll every 10 s. */
export function useHostMessages(id: string) {
  const client = useQueryClient();
  const query = hostMessagesQuery(id);
  const {
    data: messages = [],
    isError,
    failureCount,
    isPaused,
    refetch,
    error,
  } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (progressOf(state.data ?? []) === 'working' ? POLL_MS : false),
  });
  useRoom(rooms.hostInit(id), {
    onMessage: (message) =>
      client.setQueryData<InitMessage[]>(query.queryKey, (known) => mergeMessages(known ?? [], [message])),
    onJoin: () => void refetch(),
  });
  return { messages, error, progress: progressOf(messages), disconnected: isError || isPaused || failureCount > 0 };
}

function progressOf(messages: readonly InitMessage[]): Progress {
  const last = messages.at(-1)?.message_code;
  if (last === HOST_READY) return 'ready';
  return last === HOST_FAILED ? 'failed' : 'working';
}
