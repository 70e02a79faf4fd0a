import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { useRoom } from '../../lib/socket.ts';
import { useCurrentUser } from '../auth/index.ts';
import { hostsKey } from './queries.ts';

const RELOAD_EVERY_MS = 500;

/** Reads whatever is shown of hosts again when one of the organization changed, or after a lost connection. */
export function useLiveHosts(): void {
  const client = useQueryClient();
  const { organization } = useCurrentUser();
  const shown = (key: readonly unknown[]) => key[1] === 'list' || key[1] === 'one' || key[1] === 'containers';
  const reload = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: hostsKey, predicate: ({ queryKey }) => shown(queryKey) }),
    RELOAD_EVERY_MS,
  );
  useRoom(rooms.organizationHosts(organization.id), { onMessage: reload, onJoin: reload });
}
