import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addSshKey, deleteSshKey, listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { call } from '../../lib/call.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';
import { localKeysKey } from '../computer/index.ts';

/** Every query about SSH keys starts with this key. */
const sshKeysKey = ['ssh-keys'] as const;

/** The signed-in user's keys, or for owner and admin those of the member `userId`. */
export function sshKeysQuery(userId?: string) {
  return queryOptions({
    ...routeQuery([...sshKeysKey, userId ?? 'own'], listSshKeys, { query: userId ? { user_id: userId } : {} }),
    select: ({ sshKeys }) => sshKeys,
  });
}

/** Key lists reload 250 ms after a change. */
const CHANGE = { stale: [sshKeysKey], staleAfterMs: 250 };

export const addSshKeyMutation = sendsBody(addSshKey, CHANGE);

export const deleteSshKeyMutation = mutationOptions({
  mutationFn: (id: string) => call(deleteSshKey, { params: { sshKeyID: id } }),
  meta: CHANGE,
});

/** Changing a key on this computer may also upload it, or remove it from the server. */
export const LOCAL_CHANGE = { stale: [localKeysKey, sshKeysKey], awaited: true };
