import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { AddApiToken } from './AddApiToken.tsx';
import { ApiTokenRow } from './ApiTokenRow.tsx';
import { apiTokensQuery, revokeApiTokenMutation } from './queries.ts';

/** Keys for scripts, instead of the password. */
export function ApiTokensPanel() {
  const { t } = useTranslation('profile');
  const [adding, setAdding] = useState(false);
  const tokens = useQuery(apiTokensQuery);
  const revoke = useMutation({
    ...revokeApiTokenMutation,
    onSuccess: () => toastSuccess(t('tokens.revoked')),
    onError: (error: Error) => toastError(error.message),
  });
  return (
    <Panel
      title={t('tokens.title')}
      text={t('tokens.text')}
      action={
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          {t('tokens.add')}
        </Button>
      }
    >
      {tokens.isPending && <PageSkeleton rows={1} />}
      {tokens.isError && !tokens.data && (
        <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} retrying={tokens.isFetching} />
      )}
      {tokens.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('tokens.none')}
        </Text>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {tokens.data.map((token) => (
            <ApiTokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token.id)} />
          ))}
        </Stack>
      )}
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('tokens.addTitle')} size="md">
        <AddApiToken onClose={() => setAdding(false)} />
      </Modal>
    </Panel>
  );
}
