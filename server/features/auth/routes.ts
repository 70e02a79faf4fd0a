import { setCookie } from 'hono/cookie';
import * as contract from '#shared/features/auth/contract.ts';
import { SECOND } from '../../platform/clock.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { RegisterRoutes } from '../routing.ts';
import { checkAvailability } from './check-availability.ts';
import { confirmEmail } from './confirm-email.ts';
import { getBetaUser } from './get-beta-user.ts';
import { getCurrentUser } from './get-current-user.ts';
import { issueStateToken, STATE_LIFETIME_MS } from './issue-state-token.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { findMailToken } from './mail-tokens.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { signUp } from './sign-up.ts';
import { updatePassword } from './update-password.ts';

const TOKEN_SPENT = 'This link has expired or was already used.';
const RESET_REQUESTED =
  'If we know this address, a mail with a link is on its way. Please look into your junk folder too.';

export const authRoutes: RegisterRoutes = (mount) => {
  mount(contract.signup, async (context, { body }) => {
    const { betaUserId } = await signUp(context, body);
    return { success: true as const, beta_user_id: betaUserId };
  });

  mount(contract.login, async (context, { body }, c) => {
    const sessionKey = await login(context, body);
    setSessionCookie(c, sessionKey, context.config.https);
    return { success: true as const, sessionKey, errors: [] };
  });

  mount(contract.logout, async (context, _input, c) => {
    await logout(context);
    if (context.actor) clearSessionCookie(c, context.config.https);
    return { success: true as const };
  });

  mount(contract.resetPassword, async (context, { body }) => {
    await requestPasswordReset(context, body);
    return { success: true as const, message: RESET_REQUESTED };
  });

  mount(contract.validateResetToken, async (context, { query }) => {
    const found = await findMailToken(context, context.db, query.reset_token, ['reset_password', 'invite']);
    if (!found) throw new ValidationError({ reset_token: TOKEN_SPENT }, TOKEN_SPENT);
    return { success: true as const };
  });

  mount(contract.updatePassword, async (context, { body }) => {
    await updatePassword(context, body);
    return { success: true as const, message: 'Your password has been updated. Now you can login!' };
  });

  mount(contract.confirmEmail, async (context, { query }) => {
    await confirmEmail(context, { token: query.token ?? '' });
    return { success: true as const, message: 'Your email has been confirmed.' };
  });

  mount(contract.checkUsername, async (context, { query: { q, c: own } }) => ({
    available: await checkAvailability(context, { field: 'username', value: q, own }),
  }));

  mount(contract.checkEmail, async (context, { query: { q, c: own } }) => ({
    available: await checkAvailability(context, { field: 'email', value: q, own }),
  }));

  mount(contract.getStateToken, async (context, _input, c) => {
    const token = await issueStateToken(context);
    const secure = context.config.https;
    const maxAge = STATE_LIFETIME_MS / SECOND;
    setCookie(c, 'slipway_state', token, { path: '/', httpOnly: true, secure, sameSite: 'Lax', maxAge });
    return { success: true as const, state_token: token };
  });

  mount(contract.getBetaUser, async (context, { query }) => {
    const found = await getBetaUser(context, { id: query.beta_user_id });
    return {
      id: found.id,
      email_address: found.emailAddress,
      share_id: found.shareId,
      federated_user_id: found.federatedUserId,
      coupon_code: found.couponCode,
    };
  });

  mount(contract.currentUser, (context) => getCurrentUser(context));
};
