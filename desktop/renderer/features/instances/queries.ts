import { queryOptions } from '@tanstack/react-query';
import { initMessagesQuery } from '../../lib/init-messages.ts';
import { POLL_MS } from '../../lib/poll.ts';
import type { InstanceKind } from './kind.ts';

type Named = Pick<InstanceKind<never>, 'name'>;

/** Every query about a workspace or service starts with one of these keys. */
export const INSTANCE_KEYS = [['workspaces'], ['services']] as const satisfies Named['name'][][];

/** What a change to an instance makes stale: the instance, everything keyed below it, and the lists. */
export function staleInstance({ name }: Named, id: string) {
  return [instanceKey(name, id), listKey(name)];
}

export const listKey = (name: Named['name']) => [name, 'list'] as const;
export const instanceKey = (name: Named['name'], id: string) => [name, 'one', id] as const;

/** One instance. Polls while it is pending, in case the live room can't be reached. */
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
