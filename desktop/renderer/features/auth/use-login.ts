import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { login } from '#shared/features/auth/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { clearPageFailure } from '../../lib/page-failure.ts';
import { startSession } from '../../lib/session.ts';

/** spec/1 §9. */
const REDIRECT_DELAY_MS = 150;

/** Signs in and goes to `target`. `send` throws an ApiError whose message is fit for the banner (spec/1 §8). */
export function useLogin(target: string) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const send = async (body: { username: string; password: string }) => {
    const { sessionKey } = await call(login, { body }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
      throw new ApiError(error.status, error.errors[0] || t('login.failed'));
    });
    setLeaving(true);
    clearPageFailure();
    await startSession(sessionKey);
    setTimeout(() => navigate(target, { replace: true }), REDIRECT_DELAY_MS);
  };
  return { send, leaving };
}
