import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { confirmEmail } from '#shared/features/auth/contract.ts';
import { call } from '../../lib/call.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { FederatedButtons } from './FederatedButtons.tsx';

/** Where the mailed confirmation leads. The token is used once, so the query is never repeated; without one the server says so. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const confirmation = useQuery({
    queryKey: ['users', 'confirm-email', token],
    queryFn: () => call(confirmEmail, { query: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return (
    <PublicCard title={t('confirm.title')}>
      {confirmation.isPending && <PageSkeleton rows={1} />}
      {confirmation.isError && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
          {confirmation.error.message}
        </Alert>
      )}
      {confirmation.isSuccess && (
        <Alert color="harbor" role="status" icon={<IconCircleCheck size={18} />}>
          {t('confirm.done')}
        </Alert>
      )}
      {!confirmation.isPending && (
        <Button component={Link} to="/login" fullWidth>
          {t('login.submit')}
        </Button>
      )}
      {confirmation.isSuccess && <FederatedButtons target="/" />}
    </PublicCard>
  );
}
