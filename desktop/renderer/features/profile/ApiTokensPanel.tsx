import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletedList } from '../../ui/DeletedList.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
import { toastError } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { AddApiToken } from './AddApiToken.tsx';
import { ApiTokenRow } from './ApiTokenRow.tsx';
import { apiTokensQuery, restoreApiTokenMutation, revokeApiTokenMutation, revokedTokensQuery } from './queries.ts';

/** Keys for scripts, instead of the password. */
export function ApiTokensPanel() {
  const { t } = useTranslation('profile');
  const [adding, setAdding] = useState(false);
  const tokens = useQuery(apiTokensQuery);
  const { data: deleted } = useQuery(revokedTokensQuery);
  const restore = useMutation(restoreApiTokenMutation);
  const revoke = useMutation({
    ...revokeApiTokenMutation,
    onSuccess: (_, { id, name }) => toastUndo(t('tokens.revoked', { name }), () => restore.mutateAsync(id)),
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
        {(token) => <ApiTokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token)} />}
      </PanelList>
      <DeletedList deleted={deleted} undo={restore.mutateAsync} />
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('tokens.addTitle')} size="md">
        <AddApiToken onClose={() => setAdding(false)} />
      </Modal>
    </Panel>
  );
}
