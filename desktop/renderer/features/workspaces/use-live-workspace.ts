import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { useRoom } from '../../lib/socket.ts';
import { workspaceQuery } from './queries.ts';

/** One workspace, read again whenever something of it changed. */
export function useLiveWorkspace(id: string) {
  const client = useQueryClient();
  const query = workspaceQuery(id);
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey });
  useRoom(rooms.workspace(id), { onMessage: reload, onJoin: reload });
  return useQuery(query);
}
