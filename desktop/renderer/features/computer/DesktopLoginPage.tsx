import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { codeChallenge, issueDesktopCode } from '#shared/features/desktop/contract.ts';
import { call } from '../../lib/call.ts';
import { loginPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { currentUserQuery } from '../auth/index.ts';

/**
 * /desktop/login?code_challenge=…&state=…: where the desktop app sends the browser. The person signed in here passes
 * that on to the app; the app proves with its verifier that it asked.
 */
export function DesktopLoginPage() {
  const { t } = useTranslation(['computer', 'common', 'auth']);
  const key = useSession((session) => session.key);
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  const { data: user } = useQuery({ ...currentUserQuery, enabled: key !== null });
  const challenge = parameters.get('code_challenge') ?? '';
  const state = parameters.get('state') ?? '';
  const hand = useMutation({
    mutationFn: () => call(issueDesktopCode, { body: { code_challenge: challenge } }),
    onSuccess: ({ code }) => window.location.assign(returnLink(code, state)),
  });
  const isWhole = codeChallenge.safeParse(challenge).success && /^[A-Za-z0-9_-]{1,200}$/.test(state);
  if (!isWhole) {
    return (
      <PublicCard title={t('signIn.title')} intro={t('signIn.broken')}>
        <Button component={Link} to="/" fullWidth>
          {t(key ? 'common:notFound.action' : 'auth:login.submit')}
        </Button>
      </PublicCard>
    );
  }
  if (!key) return <Navigate to={loginPath(`${pathname}${search}`)} replace />;
  if (hand.data) {
    return (
      <PublicCard title={t('signIn.done')} intro={t('signIn.doneText')}>
        <Stack align="center" gap="md">
          <IconCircleCheck size={48} color="var(--mantine-primary-color-filled)" />
          <Button component="a" href={returnLink(hand.data.code, state)} fullWidth>
            {t('signIn.return')}
          </Button>
        </Stack>
      </PublicCard>
    );
  }
  return (
    <PublicCard
      title={t('signIn.title')}
      intro={t('signIn.text')}
      footer={
        <Anchor component={Link} to="/logout" inherit underline="always">
          {t('signIn.other')}
        </Anchor>
      }
    >
      <FormBanner message={hand.error?.message} />
      <div>
        <Text>
          <Trans
            t={t}
            i18nKey="signIn.as"
            values={{ name: user ? `${user.first_name} ${user.last_name}` : '…' }}
            components={{ name: <strong /> }}
          />
        </Text>
        <Text size="sm">{user?.email_address ?? ' '}</Text>
      </div>
      <Button onClick={() => hand.mutate()} loading={hand.isPending} disabled={!user} fullWidth>
        {t('signIn.continue')}
      </Button>
    </PublicCard>
  );
}

function returnLink(code: string, state: string): string {
  return `slipway://login?${new URLSearchParams({ code, state })}`;
}
