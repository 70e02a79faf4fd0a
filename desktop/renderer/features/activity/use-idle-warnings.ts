import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { idleWarnings, keepAwake } from '#shared/features/workspaces/awake.ts';
import { call } from '../../lib/call.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { useLive } from '../../lib/use-live.ts';
import { useCurrentUser } from '../auth/index.ts';

/** The server checks once a minute; a lost notice comes with the next poll. */
const POLL_MS = 60_000;

const idleWarningsQuery = queryOptions({
  ...routeQuery(['activity', 'idle-warnings'], idleWarnings),
  select: ({ items }) => items,
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: true,
});

export const keepAwakeMutation = mutationOptions({
  mutationFn: (workspaceId: string) => call(keepAwake, { params: { workspaceID: workspaceId } }),
  meta: { stale: [idleWarningsQuery.queryKey], awaited: true },
});

/** The person's own workspaces that are about to pause; live, on every page and in every window. */
export function useIdleWarnings() {
  const { organization } = useCurrentUser();
  useLive(rooms.organizationWorkspaces(organization.id), { queryKey: idleWarningsQuery.queryKey });
  const { data } = useQuery(idleWarningsQuery);
  return data ?? [];
}
