import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { call } from '../../lib/call.ts';

/** spec/1 §9. */
const RELOAD_DELAY_MS = 250;

/** The signed-in user's keys, or for owner and admin those of the member `userId`. */
export function sshKeysQuery(userId?: string) {
  return queryOptions({
    queryKey: ['ssh-keys', userId ?? 'own'],
    queryFn: ({ signal }) => call(listSshKeys, { query: userId ? { user_id: userId } : {}, signal }),
    select: ({ sshKeys }) => sshKeys,
  });
}

/** Loads every list of keys again, 250 ms after a change. */
export function useReloadSshKeys(): () => void {
  const client = useQueryClient();
  return () => {
    setTimeout(() => void client.invalidateQueries({ queryKey: ['ssh-keys'] }), RELOAD_DELAY_MS);
  };
}
