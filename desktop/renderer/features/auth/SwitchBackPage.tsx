import { Button, Center, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { switchBack } from '#shared/features/auth/impersonation.ts';
import { call } from '../../lib/call.ts';
import { endSession, startSession } from '../../lib/session.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';

/** /users/switchBack: from acting as somebody back to one's own account, also after the time is over. */
export function SwitchBackPage() {
  const { t } = useTranslation('auth');
  const [problem, setProblem] = useState<string | null>(null);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    call(switchBack).then(
      async ({ sessionKey }) => {
        await startSession(sessionKey);
        // A full reload, so that nothing of the other person stays on the page.
        window.location.replace('/');
      },
      async (error: { unauthenticated?: boolean; message: string }) => {
        if (error.unauthenticated) await endSession();
        setProblem(error.unauthenticated ? t('switchBack.over') : error.message);
      },
    );
  }, [t]);
  if (!problem) {
    return (
      <Center py={80} role="status" aria-label={t('switchBack.progress')}>
        <Loader type="dots" />
      </Center>
    );
  }
  return (
    <PublicCard title={t('switchBack.title')}>
      <FormBanner message={problem} />
      <Button component={Link} to="/" fullWidth>
        {t('common:action.continue')}
      </Button>
    </PublicCard>
  );
}
