import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addSecret,
  deleteSecret,
  listSecretPlaces,
  listSecrets,
  listSecretWorkspaces,
  restoreSecret,
  type Secret,
  updateSecret,
} from '#shared/features/secrets/contract.ts';
import type { SecretOwner } from '#shared/features/secrets/model.ts';
import { call } from '../../lib/call.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';

/** Every query about secrets starts with this key. */
const secretsKey = ['secrets'] as const;

/** Whose secrets a panel is about. */
export type Whose = { owner: Exclude<SecretOwner, 'group'> } | { owner: 'group'; group_id: string };

const listQuery = (whose: Whose) => routeQuery([...secretsKey, whose], listSecrets, { query: whose });

export function secretsQuery(whose: Whose) {
  return queryOptions({ ...listQuery(whose), select: ({ secrets }) => secrets });
}

/** Those that can be had back. */
export function deletedSecretsQuery(whose: Whose) {
  return queryOptions({ ...listQuery(whose), select: ({ deleted }) => deleted });
}

export const secretPlacesQuery = routeQuery([...secretsKey, 'places'], listSecretPlaces);

export function secretWorkspacesQuery(secretID: string) {
  return queryOptions({
    ...routeQuery([...secretsKey, secretID, 'workspaces'], listSecretWorkspaces, { params: { secretID } }),
    select: ({ workspaces }) => workspaces,
  });
}

/** Templates say which are missing. */
const CHANGE = { stale: [secretsKey, ['templates', 'one']] };

export const addSecretMutation = sendsBody(addSecret, CHANGE);

export const updateSecretMutation = (secretID: string) => sendsBody(updateSecret, CHANGE, { secretID });

export const deleteSecretMutation = mutationOptions({
  mutationFn: ({ id }: Secret) => call(deleteSecret, { params: { secretID: id } }),
  meta: CHANGE,
});

export const restoreSecretMutation = mutationOptions({
  mutationFn: (secretID: string) => call(restoreSecret, { params: { secretID } }),
  meta: { ...CHANGE, awaited: true },
});
