import * as contract from '#shared/features/profile/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addApiToken } from './add-api-token.ts';
import { beginTwoFactor } from './begin-two-factor.ts';
import { changePassword } from './change-password.ts';
import { confirmTwoFactor } from './confirm-two-factor.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { getDotfiles, updateDotfiles } from './dotfiles.ts';
import { getEditorSettings, updateEditorSettings } from './editor-settings.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { finishAccessReview } from './finish-access-review.ts';
import { getPicture } from './get-picture.ts';
import { getTwoFactor } from './get-two-factor.ts';
import { listApiTokens, listRevokedTokens } from './list-api-tokens.ts';
import { listImpersonations } from './list-impersonations.ts';
import { listLinkedAccounts } from './list-linked-accounts.ts';
import { listSessions } from './list-sessions.ts';
import { removePicture } from './remove-picture.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { restoreApiToken } from './restore-api-token.ts';
import { revokeApiToken } from './revoke-api-token.ts';
import { savePicture } from './save-picture.ts';
import { seeTour } from './see-tour.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { unlinkAccount } from './unlink-account.ts';
import { updatePreferences } from './update-preferences.ts';
import { updateProfile } from './update-profile.ts';

const SUCCESS = { success: true as const };
/** A picture's name is never reused. */
const FOR_EVER = 'private, max-age=31536000, immutable';

export const profileRoutes: RegisterRoutes = (mount) => {
  mount(contract.updateProfile, async (context, { body }) => {
    await updateProfile(context, body);
    return SUCCESS;
  });
  mount(contract.updatePreferences, async (context, { body }) => {
    await updatePreferences(context, body);
    return SUCCESS;
  });
  mount(contract.getDotfiles, async (context) => ({ dotfiles_url: await getDotfiles(context) }));
  mount(contract.updateDotfiles, async (context, { body }) => {
    await updateDotfiles(context, { url: body.dotfiles_url });
    return SUCCESS;
  });
  mount(contract.getEditorSettings, async (context) => {
    const { follow, changedAt } = await getEditorSettings(context);
    return { follow, change_date: changedAt?.toISOString() ?? null };
  });
  mount(contract.updateEditorSettings, async (context, { body }) => {
    await updateEditorSettings(context, body);
    return SUCCESS;
  });
  mount(contract.seeTour, async (context) => {
    await seeTour(context);
    return SUCCESS;
  });
  mount(contract.changePassword, async (context, { body }) => {
    await changePassword(context, body);
    return SUCCESS;
  });

  mount(contract.listSessions, async (context) => ({ sessions: await listSessions(context) }));
  mount(contract.endOtherSessions, async (context) => {
    await endOtherSessions(context);
    return SUCCESS;
  });
  mount(contract.endSession, async (context, { params }) => {
    await endSession(context, { id: params.sessionID });
    return SUCCESS;
  });

  mount(contract.getTwoFactor, (context) => getTwoFactor(context));
  mount(contract.beginTwoFactor, async (context, { body }) => ({
    ...SUCCESS,
    ...(await beginTwoFactor(context, body)),
  }));
  mount(contract.confirmTwoFactor, async (context, { body }) => ({
    ...SUCCESS,
    recovery_codes: await confirmTwoFactor(context, body),
  }));
  mount(contract.renewRecoveryCodes, async (context, { body }) => ({
    ...SUCCESS,
    recovery_codes: await renewRecoveryCodes(context, body),
  }));
  mount(contract.disableTwoFactor, async (context, { body }) => {
    await disableTwoFactor(context, body);
    return SUCCESS;
  });

  mount(contract.listApiTokens, async (context) => ({
    tokens: await listApiTokens(context),
    deleted: await listRevokedTokens(context),
  }));
  mount(contract.addApiToken, async (context, { body }) => ({ ...SUCCESS, ...(await addApiToken(context, body)) }));
  mount(contract.revokeApiToken, async (context, { params }) => {
    await revokeApiToken(context, { id: params.tokenID });
    return SUCCESS;
  });
  mount(contract.restoreApiToken, async (context, { params }) => {
    await restoreApiToken(context, { id: params.tokenID });
    return SUCCESS;
  });

  mount(contract.listImpersonations, async (context) => ({ impersonations: await listImpersonations(context) }));
  mount(contract.listLinkedAccounts, async (context) => ({ accounts: await listLinkedAccounts(context) }));
  mount(contract.unlinkAccount, async (context, { params }) => {
    await unlinkAccount(context, { provider: params.provider });
    return SUCCESS;
  });

  mount(contract.sendConfirmation, async (context) => {
    await sendConfirmation(context);
    return SUCCESS;
  });
  mount(contract.finishAccessReview, async (context) => {
    await finishAccessReview(context);
    return SUCCESS;
  });

  mount(contract.savePicture, async (context, _input, c) => ({
    ...SUCCESS,
    profile_photo_url: await savePicture(context, Buffer.from(await c.req.arrayBuffer())),
  }));
  mount(contract.removePicture, async (context) => {
    await removePicture(context);
    return SUCCESS;
  });
  mount(contract.getPicture, async (context, { params }, c) => {
    const etag = `"${params.pictureID}"`;
    const webp = await getPicture(context, { id: params.pictureID });
    const headers = { ETag: etag, 'Cache-Control': FOR_EVER };
    if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(webp), 200, { ...headers, 'Content-Type': 'image/webp' });
  });
};
