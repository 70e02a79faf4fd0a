import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { validateResetToken } from '#shared/features/auth/contract.ts';
import { fixedQuery } from '../../lib/route-query.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { UpdatePasswordForm } from './UpdatePasswordForm.tsx';

/** The target of mailed reset and invite links. An invalid token replaces the form with a message. */
export function UpdatePasswordPage() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const inviteToken = search.get('invite_token');
  const check = useQuery({
    ...fixedQuery(['users', 'validate-reset-token', token], validateResetToken, { query: { reset_token: token } }),
    enabled: token !== '',
  });
  if (!token) return <Navigate to="/login" replace />;
  const resetFailed = check.isError && !inviteToken;
  return (
    <PublicCard
      title={inviteToken ? t('update.welcome') : t('update.title')}
      intro={check.isSuccess && (inviteToken ? t('update.welcomeIntro') : t('update.intro'))}
      footer={
        <Anchor component={Link} to={resetFailed ? '/forgotpassword' : '/login'} inherit>
          {resetFailed ? t('update.newLink') : t('backToLogin')}
        </Anchor>
      }
    >
      {check.isPending && <PageSkeleton rows={2} />}
      {check.isError && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
          {check.error.message} {inviteToken && t('update.inviteSpent')}
        </Alert>
      )}
      {check.isSuccess && <UpdatePasswordForm resetToken={token} inviteToken={inviteToken} />}
    </PublicCard>
  );
}
