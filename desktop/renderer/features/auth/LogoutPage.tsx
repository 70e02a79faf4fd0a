import { Center, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { logout } from '#shared/features/auth/contract.ts';
import { call } from '../../lib/call.ts';
import { endSession, sessionKey } from '../../lib/session.ts';

/** Ends the session, then goes to the login. This browser forgets the key even if the server can't be reached. */
export function LogoutPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const told = sessionKey() ? call(logout).catch(() => undefined) : Promise.resolve();
    void told.then(endSession).then(() => navigate('/login', { replace: true }));
  }, [navigate]);
  return (
    <Center py={80} role="status" aria-label={t('logout.progress')}>
      <Loader type="dots" />
    </Center>
  );
}
