import { useQuery } from '@tanstack/react-query';
import { useInitMessages } from '../../lib/init-messages.ts';
import { LIST_RELOAD_MS, useLive } from '../../lib/use-live.ts';
import { useCurrentUser } from '../auth/index.ts';
import type { InstanceKind } from './kind.ts';
import { instanceKey, instanceQuery, launchQuery, listKey } from './queries.ts';

/** One instance, reloaded whenever it changes. */
export function useLiveInstance<One>(kind: InstanceKind<One>, id: string) {
  useLive(kind.room(id), { queryKey: instanceKey(kind.name, id) });
  return useQuery(instanceQuery(kind, id));
}

/** Reloads the lists when an instance of the organization changes. */
export function useLiveList<One>({ name, listRoom }: InstanceKind<One>): void {
  const { organization } = useCurrentUser();
  useLive(listRoom(organization.id), { queryKey: listKey(name) }, LIST_RELOAD_MS);
}

/** Follows a launch or start. */
export function useLaunch<One>(kind: InstanceKind<One>, id: string) {
  return useInitMessages(launchQuery(kind, id), kind.launchRoom(id), kind.ready);
}
