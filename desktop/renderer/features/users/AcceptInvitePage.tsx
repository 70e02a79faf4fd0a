import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { acceptInvite } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { currentUserQuery, useCurrentUser } from '../auth/index.ts';

/** /users/acceptinvite?invite_token=…: the mail's target for people who already have an account. */
export function AcceptInvitePage() {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  const token = search.get('invite_token') ?? '';
  const failure = useAcceptance(token);
  const user = useCurrentUser();
  if (token && !failure) {
    return (
      <PublicCard title={t('accept.title')}>
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text size="sm">{t('accept.progress')}</Text>
        </Group>
      </PublicCard>
    );
  }
  return (
    <PublicCard
      title={t('accept.failed')}
      width={480}
      footer={
        <Anchor component={Link} to="/logout" inherit underline="always">
          {t('accept.somebodyElse')}
        </Anchor>
      }
    >
      <Stack gap="md">
        <FormBanner message={failure ?? t('accept.noToken')} />
        <Text size="sm" c="dimmed">
          {t('accept.signedInAs', { email: user.email_address })}
        </Text>
        <Button component={Link} to="/workspaces">
          {t('accept.toWorkspaces')}
        </Button>
      </Stack>
    </PublicCard>
  );
}

/** Accepts, and continues in the joined organization. Returns why it failed. */
function useAcceptance(token: string): string | undefined {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: () => call(acceptInvite, { query: { invite_token: token } }),
    onSuccess: async () => {
      // Everything loaded so far belongs to the previous organization.
      await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
      client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(currentUserQuery.queryKey) });
      await navigate('/users/welcome', { replace: true });
    },
  });
  // The token works once, and development mounts everything twice.
  const sent = useRef(false);
  const accept = useEffectEvent(() => {
    if (!sent.current) mutate();
    sent.current = true;
  });
  useEffect(() => {
    if (token) accept();
  }, [token]);
  return error?.message;
}
