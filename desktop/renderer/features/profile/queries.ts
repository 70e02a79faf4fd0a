import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type ApiToken,
  addApiToken,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endOtherSessions,
  endSession,
  getDotfiles,
  getEditorSettings,
  getTwoFactor,
  listApiTokens,
  listImpersonations,
  listLinkedAccounts,
  listSessions,
  removePicture,
  renewRecoveryCodes,
  restoreApiToken,
  revokeApiToken,
  savePicture,
  unlinkAccount,
  updateDotfiles,
  updateEditorSettings,
  updateProfile,
} from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';
import { currentUserQuery } from '../auth/index.ts';

export const sessionsQuery = queryOptions({
  ...routeQuery(['profile', 'sessions'], listSessions),
  select: ({ sessions }) => sessions,
});

export const twoFactorQuery = routeQuery(['profile', 'two-factor'], getTwoFactor);

export const dotfilesQuery = routeQuery(['profile', 'dotfiles'], getDotfiles);

export const updateDotfilesMutation = sendsBody(updateDotfiles, { stale: [dotfilesQuery.queryKey] });

export const editorSettingsQuery = routeQuery(['profile', 'editor-settings'], getEditorSettings);

export const updateEditorSettingsMutation = sendsBody(updateEditorSettings, {
  stale: [editorSettingsQuery.queryKey],
  awaited: true,
});

const tokenListQuery = routeQuery(['profile', 'api-tokens'], listApiTokens);

export const apiTokensQuery = queryOptions({ ...tokenListQuery, select: ({ tokens }) => tokens });

/** Those that can be had back. */
export const revokedTokensQuery = queryOptions({ ...tokenListQuery, select: ({ deleted }) => deleted });

export const linkedAccountsQuery = queryOptions({
  ...routeQuery(['profile', 'linked-accounts'], listLinkedAccounts),
  select: ({ accounts }) => accounts,
});

export const impersonationsQuery = queryOptions({
  ...routeQuery(['profile', 'impersonations'], listImpersonations),
  select: ({ impersonations }) => impersonations,
});

const MYSELF_CHANGES = { stale: [currentUserQuery.queryKey], awaited: true };

export const updateProfileMutation = sendsBody(updateProfile, MYSELF_CHANGES);

export const savePictureMutation = mutationOptions({
  mutationFn: (upload: Blob) => call(savePicture, { upload }),
  meta: MYSELF_CHANGES,
});

export const removePictureMutation = mutationOptions({ mutationFn: () => call(removePicture), meta: MYSELF_CHANGES });

const SESSIONS_CHANGE = { stale: [sessionsQuery.queryKey] };

/** Changing the password ends all other sessions. */
export const changePasswordMutation = sendsBody(changePassword, SESSIONS_CHANGE);

export const endSessionMutation = mutationOptions({
  mutationFn: (sessionID: string) => call(endSession, { params: { sessionID } }),
  meta: SESSIONS_CHANGE,
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => call(endOtherSessions),
  meta: SESSIONS_CHANGE,
});

const TWO_FACTOR_CHANGES = { stale: [twoFactorQuery.queryKey] };

export const confirmTwoFactorMutation = sendsBody(confirmTwoFactor, TWO_FACTOR_CHANGES);

export const renewRecoveryCodesMutation = sendsBody(renewRecoveryCodes, TWO_FACTOR_CHANGES);

export const disableTwoFactorMutation = sendsBody(disableTwoFactor, TWO_FACTOR_CHANGES);

const TOKENS_CHANGE = { stale: [apiTokensQuery.queryKey] };

export const addApiTokenMutation = sendsBody(addApiToken, TOKENS_CHANGE);

export const revokeApiTokenMutation = mutationOptions({
  mutationFn: ({ id }: ApiToken) => call(revokeApiToken, { params: { tokenID: id } }),
  meta: TOKENS_CHANGE,
});

export const restoreApiTokenMutation = mutationOptions({
  mutationFn: (tokenID: string) => call(restoreApiToken, { params: { tokenID } }),
  meta: { ...TOKENS_CHANGE, awaited: true },
});

export const unlinkAccountMutation = mutationOptions({
  mutationFn: (provider: string) => call(unlinkAccount, { params: { provider } }),
  meta: { stale: [linkedAccountsQuery.queryKey] },
});
