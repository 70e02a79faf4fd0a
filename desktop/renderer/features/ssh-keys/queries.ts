import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { addSshKey, deleteSshKey, listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { call } from '../../lib/call.ts';
import { localKeysKey } from '../computer/index.ts';

/** Every query about SSH keys starts with this key. */
const sshKeysKey = ['ssh-keys'] as const;

/** The signed-in user's keys, or for owner and admin those of the member `userId`. */
export function sshKeysQuery(userId?: string) {
  return queryOptions({
    queryKey: [...sshKeysKey, userId ?? 'own'],
    queryFn: ({ signal }) => call(listSshKeys, { query: userId ? { user_id: userId } : {}, signal }),
    select: ({ sshKeys }) => sshKeys,
  });
}

/** Key lists reload 250 ms after a change. */
const CHANGE = { stale: [sshKeysKey], staleAfterMs: 250 };

export const addSshKeyMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addSshKey>['body']) => call(addSshKey, { body }),
  meta: CHANGE,
});

export const deleteSshKeyMutation = mutationOptions({
  mutationFn: (id: string) => call(deleteSshKey, { params: { sshKeyID: id } }),
  meta: CHANGE,
});

/** Changing a key on this computer may also upload it, or remove it from the server. */
export const LOCAL_CHANGE = { stale: [localKeysKey, sshKeysKey], awaited: true };
