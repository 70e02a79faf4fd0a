import { useThrottledCallback } from '@mantine/hooks';
import { type InvalidateQueryFilters, useQueryClient } from '@tanstack/react-query';
import type { RoomName } from '#shared/api/rooms.ts';
import { useRoom } from './socket.ts';

/** At most one reload of a list in this time, however much happens in the organization. */
export const LIST_RELOAD_MS = 500;

/** Reads these queries again whenever the room says that something changed, and after a lost connection. */
export function useLive(room: RoomName, queries: InvalidateQueryFilters, everyMs = 0): void {
  const client = useQueryClient();
  const reload = useThrottledCallback(() => void client.invalidateQueries(queries), everyMs);
  useRoom(room, { onMessage: reload, onJoin: reload });
}
