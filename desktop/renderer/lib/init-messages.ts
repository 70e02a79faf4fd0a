import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { INIT_ERROR } from '#shared/features/workspaces/model.ts';
import { mergeMessages } from './merge-messages.ts';
import { POLL_MS } from './poll.ts';
import { useRoom } from './socket.ts';

export type Progress = 'working' | 'ready' | 'failed';

/** The progress of a launch or start. */
export interface InitProgress {
  messages: InitMessage[];
  progress: Progress;
  /** The last poll failed; what is shown may be outdated. */
  disconnected: boolean;
}

/** Init messages: the poll's are merged with those already received live. */
export function initMessagesQuery(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<{ messages: InitMessage[] }>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const { messages } = await read(signal);
      return mergeMessages(client.getQueryData<InitMessage[]>(queryKey) ?? [], messages);
    },
    refetchIntervalInBackground: true,
  });
}

/**
 * Follows a launch or start: live through its room, and by a poll every 10 s until it has ended. @param ready the code
 * of its last message
 */
export function useInitMessages(
  query: ReturnType<typeof initMessagesQuery>,
  room: `/${'workspaceinit' | 'serviceinit' | 'hostinit'}/${string}`,
  ready: string,
): InitProgress & { error: Error | null } {
  const client = useQueryClient();
  const progressOf = (messages: readonly InitMessage[]): Progress => {
    const last = messages.at(-1)?.message_code;
    if (last === ready) return 'ready';
    return last === INIT_ERROR ? 'failed' : 'working';
  };
  const {
    data: messages = [],
    error,
    failureCount,
    isPaused,
    refetch,
  } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (progressOf(state.data ?? []) === 'working' ? POLL_MS : false),
  });
  useRoom(room, {
    onMessage: (message) =>
      client.setQueryData<InitMessage[]>(query.queryKey, (known) => mergeMessages(known ?? [], [message])),
    onJoin: () => void refetch(),
  });
  return {
    messages,
    progress: progressOf(messages),
    disconnected: error !== null || isPaused || failureCount > 0,
    error,
  };
}
