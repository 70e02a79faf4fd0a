import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { confirmEmail } from '#shared/features/auth/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { loginPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { BecomeAdministrator } from './BecomeAdministrator.tsx';
import { FederatedButtons } from './FederatedButtons.tsx';

/** Without a session even a valid link would be refused. @throws ApiError that says what is wrong with it */
async function isGood(token: string): Promise<boolean> {
  const failure = await call(confirmEmail, { query: { token } }).catch((error: unknown) => error);
  if (failure instanceof ApiError && failure.unauthenticated) return true;
  throw failure;
}

/**
 * The target of the confirmation mail. Opening it changes nothing, because mail scanners open links too: the person,
 * signed in to the account, presses a button.
 */
export function ConfirmEmailPage() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const key = useSession((session) => session.key);
  const look = useQuery({
    queryKey: ['users', 'confirm-email', token],
    queryFn: () => isGood(token),
    enabled: key === null || token === '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(confirmEmail, { query: { token } }),
  });
  if (look.isLoading) {
    return (
      <PublicCard title={t('confirm.title')}>
        <PageSkeleton rows={1} />
      </PublicCard>
    );
  }
  if (data) return <Confirmed named={data.named_administrator} />;
  if (key === null && look.data) return <LogInFirst />;
  return (
    <PublicCard title={t('confirm.title')} intro={look.error ? undefined : t('confirm.intro')}>
      {look.error ? (
        <>
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
            {look.error.message}
          </Alert>
          <Button component={Link} to="/login" fullWidth>
            {t('login.submit')}
          </Button>
        </>
      ) : (
        <Stack gap="md">
          <FormBanner message={error?.message} />
          <Button fullWidth loading={isPending} onClick={() => mutate()}>
            {t('confirm.submit')}
          </Button>
          {error && (
            <Anchor component={Link} to="/logout" size="sm" ta="center">
              {t('confirm.somebodyElse')}
            </Anchor>
          )}
        </Stack>
      )}
    </PublicCard>
  );
}

/** Once signed in, the person comes back here. */
function LogInFirst() {
  const { t } = useTranslation('auth');
  const { pathname, search } = useLocation();
  return (
    <PublicCard title={t('confirm.title')} intro={t('confirm.logIn')}>
      <Button component={Link} to={loginPath(`${pathname}${search}`)} fullWidth>
        {t('login.submit')}
      </Button>
    </PublicCard>
  );
}

function Confirmed({ named }: { named: boolean }) {
  const { t } = useTranslation('auth');
  return (
    <PublicCard title={t('confirm.title')}>
      <Alert color="harbor" role="status" icon={<IconCircleCheck size={18} />}>
        {t('confirm.done')}
      </Alert>
      {named ? (
        <BecomeAdministrator />
      ) : (
        <>
          <Button component={Link} to="/login" fullWidth>
            {t('login.submit')}
          </Button>
          <FederatedButtons target="/" />
        </>
      )}
    </PublicCard>
  );
}
