import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Provider } from '#shared/features/auth/federated.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { leaveForProvider } from '../auth/index.ts';
import { linkedAccountsQuery, unlinkAccountMutation } from './queries.ts';

/** What the server may report after an attempt to link. */
const REASONS = ['denied', 'failed', 'expired', 'taken', 'already'];

/** Accounts at other providers; nothing if the operator set up none. */
export function LinkedAccountsPanel() {
  const { t } = useTranslation('profile');
  const [search] = useSearchParams();
  const result = search.get('federated');
  const { data: accounts = [] } = useQuery(linkedAccountsQuery);
  const link = useMutation({
    mutationFn: (provider: Provider) => leaveForProvider(provider, { link: true }),
    onError: () => toastError(t('linked.noToken')),
  });
  const unlink = useMutation({
    ...unlinkAccountMutation,
    onSuccess: () => toastSuccess(t('linked.unlinked')),
    onError: (error: Error) => toastError(error.message),
  });
  if (accounts.length === 0) return null;
  return (
    <Panel title={t('linked.title')} text={t('linked.text')}>
      <FormBanner message={result === 'linked' ? t('linked.done') : null} kind="success" />
      <FormBanner message={result && REASONS.includes(result) ? t(`linked.${result}`) : null} />
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {accounts.map(({ provider, name, linked_date }) => (
          <Group key={provider} component="li" justify="space-between" gap="sm">
            <Stack gap={2}>
              <Text fw={550}>{name}</Text>
              <Text size="sm" c="dimmed">
                {linked_date ? (
                  <Trans t={t} i18nKey="linked.since" components={{ time: <RelativeTime date={linked_date} /> }} />
                ) : (
                  t('linked.none')
                )}
              </Text>
            </Stack>
            {linked_date ? (
              <ConfirmPopover
                text={t('linked.unlinkText', { name })}
                confirmLabel={t('linked.unlink')}
                onConfirm={() => unlink.mutate(provider)}
              >
                <Button variant="default" size="xs" aria-label={t('linked.unlinkNamed', { name })}>
                  {t('linked.unlink')}
                </Button>
              </ConfirmPopover>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={link.isPending || link.isSuccess}
                onClick={() => link.mutate(provider)}
                aria-label={t('linked.linkNamed', { name })}
              >
                {t('linked.link')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
