import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { rooms } from '#shared/api/rooms.ts';
import { useRoom } from '../lib/socket.ts';

/** First parts of the keys of what the organization's room speaks of: people, groups, bills, and who one is in it. */
const KINDS: ReadonlySet<unknown> = new Set(['members', 'groups', 'billing', 'organization', 'organizations', 'users']);
/** A card form is mounted anew with a new set-up: what is being typed into it would be lost. */
const FORMS: ReadonlySet<unknown> = new Set(['payment', 'card-setup']);
const RELOAD_EVERY_MS = 500;

/** What somebody else changes of the organization shows at once, on whatever page; null listens to nothing. */
export function useLiveOrganization(id: string | null): void {
  const client = useQueryClient();
  const reload = useThrottledCallback(
    () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => KINDS.has(queryKey[0]) && !FORMS.has(queryKey[1]) }),
    RELOAD_EVERY_MS,
  );
  useRoom(id === null ? null : rooms.organization(id), { onMessage: reload });
}
