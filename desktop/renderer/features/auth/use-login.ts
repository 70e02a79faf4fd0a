import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { clearPageFailure } from '../../lib/page-failure.ts';
import { startSession } from '../../lib/session.ts';
import { federatedLogin, login, loginWithCode } from './first-routes.ts';

/** Pause before leaving the login, in milliseconds. */
const REDIRECT_DELAY_MS = 150;

interface Answer {
  sessionKey: string | null;
  two_factor_token?: string | undefined;
}

/**
 * Signs in and goes to `target`, asking for a code if the person uses two-factor. Failures are ApiErrors whose message
 * fits the banner.
 */
export function useLogin(target: string) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const [codeToken, setCodeToken] = useState<string | null>(null);
  const goOn = async ({ sessionKey, two_factor_token }: Answer) => {
    if (!sessionKey) return setCodeToken(two_factor_token ?? null);
    setLeaving(true);
    clearPageFailure();
    await startSession(sessionKey);
    setTimeout(() => navigate(target, { replace: true }), REDIRECT_DELAY_MS);
  };
  return {
    leaving,
    /** Set while a code is asked for; null while the password is. */
    codeToken,
    startAgain: () => setCodeToken(null),
    send: async (body: { username: string; password: string }) => {
      const answer = await call(login, { body }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
        throw new ApiError(error.status, error.errors[0] || t('login.failed'));
      });
      await goOn(answer);
    },
    sendCode: async (code: string) => {
      const body = { two_factor_token: codeToken ?? '', code };
      await goOn(await call(loginWithCode, { body }));
    },
    sendFederated: async (code: string) => goOn(await call(federatedLogin, { body: { federated_login_id: code } })),
  };
}
