import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addSecret,
  deleteSecret,
  listSecretPlaces,
  listSecrets,
  listSecretWorkspaces,
  updateSecret,
} from '#shared/features/secrets/contract.ts';
import type { SecretOwner } from '#shared/features/secrets/model.ts';
import { call } from '../../lib/call.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';

/** Every query about secrets starts with this key. */
const secretsKey = ['secrets'] as const;

/** Whose secrets a panel is about. */
export type Whose = { owner: Exclude<SecretOwner, 'group'> } | { owner: 'group'; group_id: string };

export function secretsQuery(whose: Whose) {
  return queryOptions({
    ...routeQuery([...secretsKey, whose], listSecrets, { query: whose }),
    select: ({ secrets }) => secrets,
  });
}

export const secretPlacesQuery = routeQuery([...secretsKey, 'places'], listSecretPlaces);

export function secretWorkspacesQuery(secretID: string) {
  return queryOptions({
    ...routeQuery([...secretsKey, secretID, 'workspaces'], listSecretWorkspaces, { params: { secretID } }),
    select: ({ workspaces }) => workspaces,
  });
}

const CHANGE = { stale: [secretsKey] };

export const addSecretMutation = sendsBody(addSecret, CHANGE);

export const updateSecretMutation = (secretID: string) => sendsBody(updateSecret, CHANGE, { secretID });

export const deleteSecretMutation = mutationOptions({
  mutationFn: (secretID: string) => call(deleteSecret, { params: { secretID } }),
  meta: CHANGE,
});
