import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addSshKey,
  deleteSshKey,
  listKeyWorkspaces,
  listSshKeys,
  type SshKey,
} from '#shared/features/ssh-keys/contract.ts';
import { updateWorkspace } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';
import { runEach } from '../../lib/run-each.ts';
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

export const keyWorkspacesQuery = (sshKeyID: string) =>
  routeQuery([...sshKeysKey, sshKeyID, 'workspaces'], listKeyWorkspaces, { params: { sshKeyID } });

/** Key lists reload 250 ms after a change. */
const CHANGE = { stale: [sshKeysKey], staleAfterMs: 250 };

export const addSshKeyMutation = sendsBody(addSshKey, CHANGE);

export const deleteKey = (id: string) => call(deleteSshKey, { params: { sshKeyID: id } });

export const deleteSshKeyMutation = mutationOptions({
  mutationFn: deleteKey,
  meta: CHANGE,
});

interface RestoreKey {
  key: SshKey;
  /** Its new id, if an earlier attempt got that far. */
  added: string | null;
  onAdded: (id: string) => void;
  workspaceIds: string[];
}

/** Takes a deletion back; what is done already isn't repeated. */
export const restoreSshKeyMutation = mutationOptions({
  mutationFn: async ({ key: { name, public_key }, added, onAdded, workspaceIds }: RestoreKey) => {
    const id = added ?? (await call(addSshKey, { body: { name, public_key } })).sshKeyID;
    onAdded(id);
    const choose = (workspaceID: string) =>
      call(updateWorkspace, { params: { workspaceID }, body: { ssh_key_id: id } });
    const [first] = (await runEach(workspaceIds, choose)).failed;
    if (first) throw first.error;
  },
  meta: { stale: [sshKeysKey, ['workspaces']], awaited: true },
});

/** Changing a key on this computer may also upload it, or remove it from the server. */
export const LOCAL_CHANGE = { stale: [localKeysKey, sshKeysKey], awaited: true };
