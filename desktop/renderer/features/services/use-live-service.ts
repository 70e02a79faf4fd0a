import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { useRoom } from '../../lib/socket.ts';
import { serviceQuery } from './queries.ts';

/** One service, read again whenever something of it changed. */
export function useLiveService(id: string) {
  const client = useQueryClient();
  const query = serviceQuery(id);
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey });
  useRoom(rooms.service(id), { onMessage: reload, onJoin: reload });
  return useQuery(query);
}
