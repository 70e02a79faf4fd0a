import { rooms } from '#shared/api/rooms.ts';
import { LIST_RELOAD_MS, useLive } from '../../lib/use-live.ts';
import { useCurrentUser } from '../auth/index.ts';
import { hostsKey } from './queries.ts';

/** Queries that change with a host. The price list doesn't. */
const SHOWN: ReadonlySet<unknown> = new Set(['list', 'one', 'containers']);

/** Reloads what is shown of hosts when one of the organization changes, or after a lost connection. */
export function useLiveHosts(): void {
  const { organization } = useCurrentUser();
  const shown = {
    queryKey: hostsKey,
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => SHOWN.has(queryKey[1]),
  };
  useLive(rooms.organizationHosts(organization.id), shown, LIST_RELOAD_MS);
}
