import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { idleWarnings } from '#shared/features/workspaces/awake.ts';
import { call } from '../../lib/call.ts';
import { useRoom } from '../../lib/socket.ts';
import { useCurrentUser } from '../auth/index.ts';

/** The server looks once a minute; a notice that was lost comes with the next reading. */
const POLL_MS = 60_000;

export const idleWarningsQuery = queryOptions({
  queryKey: ['activity', 'idle-warnings'],
  queryFn: ({ signal }) => call(idleWarnings, { signal }),
  select: ({ items }) => items,
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: true,
});

/** The person's own workspaces that are about to be paused, wherever in the app one is; live, in every window. */
export function useIdleWarnings() {
  const client = useQueryClient();
  const { organization } = useCurrentUser();
  const reload = () => void client.invalidateQueries({ queryKey: idleWarningsQuery.queryKey });
  useRoom(rooms.organizationWorkspaces(organization.id), { onMessage: reload, onJoin: reload });
  const { data } = useQuery(idleWarningsQuery);
  return data ?? [];
}
