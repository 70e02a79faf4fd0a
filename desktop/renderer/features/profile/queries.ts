import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import {
  addApiToken,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endOtherSessions,
  endSession,
  getTwoFactor,
  listApiTokens,
  listImpersonations,
  listLinkedAccounts,
  listSessions,
  removePicture,
  renewRecoveryCodes,
  revokeApiToken,
  savePicture,
  unlinkAccount,
  updateProfile,
} from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { currentUserQuery } from '../auth/index.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  select: ({ sessions }) => sessions,
});

export const twoFactorQuery = queryOptions({
  queryKey: ['profile', 'two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }),
});

export const apiTokensQuery = queryOptions({
  queryKey: ['profile', 'api-tokens'],
  queryFn: ({ signal }) => call(listApiTokens, { signal }),
  select: ({ tokens }) => tokens,
});

export const linkedAccountsQuery = queryOptions({
  queryKey: ['profile', 'linked-accounts'],
  queryFn: ({ signal }) => call(listLinkedAccounts, { signal }),
  select: ({ accounts }) => accounts,
});

export const impersonationsQuery = queryOptions({
  queryKey: ['profile', 'impersonations'],
  queryFn: ({ signal }) => call(listImpersonations, { signal }),
  select: ({ impersonations }) => impersonations,
});

const MYSELF_CHANGES = { stale: [currentUserQuery.queryKey], awaited: true };

export const updateProfileMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof updateProfile>['body']) => call(updateProfile, { body }),
  meta: MYSELF_CHANGES,
});

export const savePictureMutation = mutationOptions({
  mutationFn: (upload: Blob) => call(savePicture, { upload }),
  meta: MYSELF_CHANGES,
});

export const removePictureMutation = mutationOptions({ mutationFn: () => call(removePicture), meta: MYSELF_CHANGES });

const SESSIONS_CHANGE = { stale: [sessionsQuery.queryKey] };

/** Changing the password ends all other sessions. */
export const changePasswordMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof changePassword>['body']) => call(changePassword, { body }),
  meta: SESSIONS_CHANGE,
});

export const endSessionMutation = mutationOptions({
  mutationFn: (sessionID: string) => call(endSession, { params: { sessionID } }),
  meta: SESSIONS_CHANGE,
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => call(endOtherSessions),
  meta: SESSIONS_CHANGE,
});

const TWO_FACTOR_CHANGES = { stale: [twoFactorQuery.queryKey] };

export const confirmTwoFactorMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof confirmTwoFactor>['body']) => call(confirmTwoFactor, { body }),
  meta: TWO_FACTOR_CHANGES,
});

export const renewRecoveryCodesMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof renewRecoveryCodes>['body']) => call(renewRecoveryCodes, { body }),
  meta: TWO_FACTOR_CHANGES,
});

export const disableTwoFactorMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof disableTwoFactor>['body']) => call(disableTwoFactor, { body }),
  meta: TWO_FACTOR_CHANGES,
});

const TOKENS_CHANGE = { stale: [apiTokensQuery.queryKey] };

export const addApiTokenMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addApiToken>['body']) => call(addApiToken, { body }),
  meta: TOKENS_CHANGE,
});

export const revokeApiTokenMutation = mutationOptions({
  mutationFn: (tokenID: string) => call(revokeApiToken, { params: { tokenID } }),
  meta: TOKENS_CHANGE,
});

export const unlinkAccountMutation = mutationOptions({
  mutationFn: (provider: string) => call(unlinkAccount, { params: { provider } }),
  meta: { stale: [linkedAccountsQuery.queryKey] },
});
