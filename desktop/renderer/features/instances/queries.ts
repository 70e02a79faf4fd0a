import { queryOptions } from '@tanstack/react-query';
import { initMessagesQuery } from '../../lib/init-messages.ts';
import { POLL_MS } from '../../lib/poll.ts';
import type { InstanceKind } from './kind.ts';

type Named = Pick<InstanceKind<never>, 'name'>;

/** Every query about something that runs in a container starts with one of these. */
export const INSTANCE_KEYS = [['workspaces'], ['services']] as const satisfies Named['name'][][];

/** What a change of one of them makes stale: itself with whatever hangs on it, and the lists that it is in. */
export function staleInstance({ name }: Named, id: string) {
  return [instanceKey(name, id), listKey(name)];
}

export const listKey = (name: Named['name']) => [name, 'list'] as const;
export const instanceKey = (name: Named['name'], id: string) => [name, 'one', id] as const;

/** One of them; read again every 10 s while it is in progress, should the live room be out of reach. */
export function instanceQuery<One>(kind: InstanceKind<One>, id: string) {
  return queryOptions({
    queryKey: instanceKey(kind.name, id),
    queryFn: ({ signal }) => kind.read(id, signal),
    refetchInterval: ({ state: { data } }) => (data && kind.statusOf(data) === 'Pending' ? POLL_MS : false),
    meta: { page: true },
  });
}

export function launchQuery<One>(kind: InstanceKind<One>, id: string) {
  return initMessagesQuery([kind.name, 'setup', id], (signal) => kind.readLaunch(id, signal));
}
