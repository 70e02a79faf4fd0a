import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type UseMutationOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { finishAccessReview } from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { safeRedirect } from '../../lib/paths.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { currentUserQuery } from '../auth/index.ts';
import { deleteSshKeyMutation, sshKeysQuery } from '../ssh-keys/index.ts';
import { linkedAccountsQuery, unlinkAccountMutation } from './queries.ts';

/** /profile/access: after a reset, the remaining sign-in methods, each with a button to remove it. */
export function AccessReviewPage() {
  const { t } = useTranslation('profile');
  const keys = useQuery({ ...sshKeysQuery(), meta: { page: true } });
  const accounts = useQuery({ ...linkedAccountsQuery, meta: { page: true } });
  const finish = useFinish();
  const linked = accounts.data?.flatMap((each) => (each.linked_date ? [{ ...each, since: each.linked_date }] : []));
  return (
    <PublicCard title={t('review.title')} intro={t('review.intro')} width={560}>
      <FormBanner message={finish.error?.message} />
      {keys.data && keys.data.length > 0 && (
        <Ways title={t('review.keys')}>
          {keys.data.map(({ id, name, fingerprint, create_date }) => (
            <Way key={id} name={name} detail={fingerprint} added={create_date} id={id} removal={deleteSshKeyMutation} />
          ))}
        </Ways>
      )}
      {linked && linked.length > 0 && (
        <Ways title={t('linked.title')}>
          {linked.map(({ provider, name, since }) => (
            <Way key={provider} name={name} added={since} id={provider} removal={unlinkAccountMutation} />
          ))}
        </Ways>
      )}
      <Button fullWidth loading={finish.isPending} onClick={() => finish.mutate()}>
        {t('review.done')}
      </Button>
    </PublicCard>
  );
}

function useFinish() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  return useMutation({
    mutationFn: () => call(finishAccessReview),
    onSuccess: async () => {
      await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
      await navigate(safeRedirect(search.get('redirect')), { replace: true });
    },
  });
}

function Ways({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        {title}
      </Title>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {children}
      </Stack>
    </section>
  );
}

interface WayProps {
  name: string;
  detail?: string;
  added: string;
  /** The argument of `removal`. */
  id: string;
  removal: UseMutationOptions<{ success: true }, Error, string>;
}

function Way({ name, detail, added, id, removal }: WayProps) {
  const { t } = useTranslation('profile');
  const { mutate, isPending, error } = useMutation(removal);
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {detail && (
          <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Text>
        )}
        <Text size="sm" c={error ? 'red' : 'dimmed'}>
          {error ? (
            error.message
          ) : (
            <Trans t={t} i18nKey="review.added" components={{ time: <RelativeTime date={added} /> }} />
          )}
        </Text>
      </Stack>
      <Button
        variant="default"
        size="xs"
        flex="none"
        loading={isPending}
        onClick={() => mutate(id)}
        aria-label={t('review.removeNamed', { name })}
      >
        {t('review.remove')}
      </Button>
    </Group>
  );
}
