import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
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
      <PanelList query={tokens} none={t('tokens.none')}>
        {(token) => <ApiTokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token.id)} />}
      </PanelList>
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('tokens.addTitle')} size="md">
        <AddApiToken onClose={() => setAdding(false)} />
      </Modal>
    </Panel>
  );
}
