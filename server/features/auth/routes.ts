import type { Context as HonoContext } from 'hono';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import * as contract from '#shared/features/auth/contract.ts';
import * as federated from '#shared/features/auth/federated.ts';
import { providerSchema } from '#shared/features/auth/federated.ts';
import * as impersonation from '#shared/features/auth/impersonation.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { PublicContext } from '../context.ts';
import type { RegisterRoutes } from '../routing.ts';
import { checkAvailability } from './check-availability.ts';
import { confirmEmail } from './confirm-email.ts';
import { beginFederated } from './federated/begin-federated.ts';
import { browserOf, markBrowser } from './federated/browser-cookie.ts';
import { finishFederated } from './federated/finish-federated.ts';
import { getFederatedUser } from './federated/get-federated-user.ts';
import { loginFederated } from './federated/login-federated.ts';
import { configuredProviders } from './federated/providers.ts';
import { getBetaUser } from './get-beta-user.ts';
import { getCurrentUser, resolveCurrentUser } from './get-current-user.ts';
import { becomeAdministrator } from './impersonation/become-administrator.ts';
import { listTargetOrganizations, listTargetUsers } from './impersonation/list-targets.ts';
import { switchBack } from './impersonation/switch-back.ts';
import { switchUser } from './impersonation/switch-user.ts';
import { deviceOf, rememberDevice } from './known-device.ts';
import { login } from './login.ts';
import { loginWithCode } from './login-with-code.ts';
import { logout } from './logout.ts';
import { findMailToken } from './mail-tokens.ts';
import type { OpenedSession, SignedIn } from './open-session.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendConfirmation } from './resend-confirmation.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { signUp } from './sign-up.ts';
import { updatePassword } from './update-password.ts';

const TOKEN_SPENT = say('auth.linkExpired');
const CONFIRMATION_RESENT = say('auth.confirmationMailSent');
const RESET_REQUESTED = say('auth.resetMailSent');

export const authRoutes: RegisterRoutes = (mount) => {
  mount(contract.signup, async (context, { body }) => {
    const { betaUserId } = await signUp(context, body);
    return { success: true as const, beta_user_id: betaUserId };
  });

  mount(contract.login, async (context, { body }, c) =>
    answerSignIn(context, c, await login(context, { ...body, device: deviceOf(c, context) })),
  );

  mount(contract.loginWithCode, async (context, { body }, c) => {
    const { two_factor_token: token, code } = body;
    return answerSession(context, c, await loginWithCode(context, { token, code, device: deviceOf(c, context) }));
  });

  mount(contract.logout, async (context, _input, c) => {
    await logout(context);
    if (context.actor) clearSessionCookie(c, context.config);
    return { success: true as const };
  });

  mount(contract.resetPassword, async (context, { body }) => {
    await requestPasswordReset(context, body);
    return { success: true as const, message: RESET_REQUESTED };
  });

  mount(contract.resendConfirmation, async (context, { body }) => {
    await resendConfirmation(context, body);
    return { success: true as const, message: CONFIRMATION_RESENT };
  });

  mount(contract.validateResetToken, async (context, { query }) => {
    const found = await findMailToken(context, context.db, query.reset_token, ['reset_password', 'invite']);
    if (!found) throw new ValidationError({ reset_token: TOKEN_SPENT }, TOKEN_SPENT);
    return { success: true as const };
  });

  mount(contract.updatePassword, async (context, { body }, c) => {
    const signedIn = await updatePassword(context, body);
    const answer = signedIn ? answerSignIn(context, c, signedIn) : { success: true as const, sessionKey: null };
    return { ...answer, message: say('auth.passwordUpdated') };
  });

  mount(contract.confirmEmail, async (context, { query }) => {
    const { named } = await confirmEmail(context, { token: query.token ?? '' });
    return { success: true as const, message: say('auth.emailConfirmed'), named_administrator: named };
  });

  mount(contract.checkUsername, async (context, { query: { q, c: own } }) => ({
    available: await checkAvailability(context, { field: 'username', value: q, own }),
  }));

  mount(contract.checkEmail, async (context, { query: { q, c: own } }) => ({
    available: await checkAvailability(context, { field: 'email', value: q, own }),
  }));

  mount(federated.listProviders, async (context) => ({
    providers: configuredProviders(context.config).map(({ id, name }) => ({ id, name })),
    sign_up: context.config.signUp.who,
    sign_up_domains: context.config.signUp.who === 'domains' ? [...context.config.signUp.domains] : [],
  }));

  mount(federated.getStateToken, async (context, { query }, c) => {
    const browser = markBrowser(c, context.config);
    const begun = await beginFederated(context, { provider: query.provider, link: query.link === 'true', browser });
    return { success: true as const, state_token: begun.stateToken, authorize_url: begun.authorizeUrl };
  });

  mount(federated.githubAuth, async (context, { query }, c) => {
    const path = await finishFederated(context, { provider: 'github', query, browser: browserOf(c, context.config) });
    return c.redirect(`${context.config.publicUrl}${path}`);
  });

  mount(federated.googleAuth, async (context, { query }, c) => {
    const path = await finishFederated(context, { provider: 'google', query, browser: browserOf(c, context.config) });
    return c.redirect(`${context.config.publicUrl}${path}`);
  });

  mount(federated.federatedLogin, async (context, { body }, c) => {
    const browser = browserOf(c, context.config);
    return answerSignIn(context, c, await loginFederated(context, { code: body.federated_login_id, browser }));
  });

  mount(federated.getFederatedUser, async (context, { query }) => {
    const found = await getFederatedUser(context, { id: query.federated_user_id });
    return {
      id: query.federated_user_id,
      provider: providerSchema.parse(found.provider),
      email_address: found.email,
      first_name: found.firstName,
      last_name: found.lastName,
    };
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

  mount(contract.currentUser, async (context) => getCurrentUser(context), resolveCurrentUser);

  mount(impersonation.adminOrganizationDropdown, (context, { query }) => listTargetOrganizations(context, query));
  mount(impersonation.adminUserDropdown, (context, { query }) => listTargetUsers(context, query));

  mount(impersonation.becomeAdministrator, async (context, { body }) => {
    await becomeAdministrator(context, body);
    return { success: true as const };
  });

  mount(impersonation.switchUser, async (context, { query }, c) => {
    const { organization_id: organizationId, user_id: userId, reason } = query;
    const sessionKey = await switchUser(context, { organizationId, userId, reason });
    setSessionCookie(c, sessionKey, context.config);
    return { success: true as const, sessionKey };
  });

  mount(impersonation.switchBack, async (context, _input, c) => {
    const sessionKey = await switchBack(context, c.req.header(SESSION_HEADER) ?? '');
    setSessionCookie(c, sessionKey, context.config);
    return { success: true as const, sessionKey };
  });
};

function answerSignIn(context: PublicContext, c: HonoContext, signedIn: SignedIn) {
  if ('twoFactorToken' in signedIn) {
    return { success: true as const, sessionKey: null, two_factor_token: signedIn.twoFactorToken, errors: [] };
  }
  return answerSession(context, c, signedIn);
}

function answerSession(context: PublicContext, c: HonoContext, { sessionKey, userId }: OpenedSession) {
  setSessionCookie(c, sessionKey, context.config);
  rememberDevice(c, context, userId);
  return { success: true as const, sessionKey, errors: [] };
}
