import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { useRoom } from '../lib/socket.ts';

/** First parts of the query keys the organization's room is about: people, groups, bills, and the person's own role. */
const KINDS: ReadonlySet<unknown> = new Set(['members', 'groups', 'billing', 'organization', 'organizations', 'users']);
/** A card form would be mounted again with a new setup, and lose what is being typed. */
const FORMS: ReadonlySet<unknown> = new Set(['payment', 'card-setup']);
const RELOAD_EVERY_MS = 500;

/** Shows other people's changes to the organization at once, on every page; null listens to nothing. */
export function useLiveOrganization(id: string | null): void {
  const client = useQueryClient();
  const reload = useThrottledCallback(
    () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => KINDS.has(queryKey[0]) && !FORMS.has(queryKey[1]) }),
    RELOAD_EVERY_MS,
  );
  useRoom(id === null ? null : rooms.organization(id), { onMessage: reload, onBlocked: reload });
}
