import { useThrottledCallback } from '@mantine/hooks';
import { type InvalidateQueryFilters, useQueryClient } from '@tanstack/react-query';
import type { RoomName } from '#shared/api/rooms.ts';
import { readBefore } from './read-before.ts';
import { useRoom } from './socket.ts';

/** Lists reload at most this often, however much happens in the organization. */
export const LIST_RELOAD_MS = 500;

/** Reloads queries whenever the room reports a change, and what may have changed before it was joined. */
export function useLive(room: RoomName, queries: InvalidateQueryFilters, everyMs = 0): void {
  const client = useQueryClient();
  const reload = useThrottledCallback(() => void client.invalidateQueries(queries), everyMs);
  useRoom(room, {
    onMessage: reload,
    onJoin(quietMs) {
      const mayBeOld = readBefore(quietMs);
      const predicate: typeof queries.predicate = (query) => (queries.predicate?.(query) ?? true) && mayBeOld(query);
      void client.invalidateQueries({ ...queries, predicate });
    },
    onBlocked: reload,
  });
}
