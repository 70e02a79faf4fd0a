import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Secret } from '#shared/features/secrets/contract.ts';
import { DeletedList } from '../../ui/DeletedList.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
import { toastError } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { AddSecretForm } from './AddSecretForm.tsx';
import { EditSecretForm } from './EditSecretForm.tsx';
import {
  deletedSecretsQuery,
  deleteSecretMutation,
  restoreSecretMutation,
  secretsQuery,
  type Whose,
} from './queries.ts';
import { SecretRow } from './SecretRow.tsx';

interface SecretsPanelProps {
  whose: Whose;
  /** Of the group, where the page is about more than it. */
  name?: string;
}

/** Secrets of the person, a group or the organization. Their values are written here and never shown. */
export function SecretsPanel({ whose, name }: SecretsPanelProps) {
  const { t } = useTranslation('secrets');
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Secret | null>(null);
  const secrets = useQuery(secretsQuery(whose));
  const { data: deleted } = useQuery(deletedSecretsQuery(whose));
  const restore = useMutation(restoreSecretMutation);
  const remove = useMutation({
    ...deleteSecretMutation,
    onSuccess: (_, { id, name: itsName }) => toastUndo(t('deleted', { name: itsName }), () => restore.mutateAsync(id)),
    onError: (error: Error) => toastError(error.message),
  });
  return (
    <Panel
      title={name ? t('titleOf', { group: name }) : t('title')}
      text={t(`text.${whose.owner}`)}
      action={
        <Button
          variant="default"
          size="xs"
          onClick={() => setAdding(true)}
          {...(name && { 'aria-label': t('addTo', { group: name }) })}
        >
          {t('add')}
        </Button>
      }
    >
      <PanelList query={secrets} none={t('none')}>
        {(secret) => (
          <SecretRow
            key={secret.id}
            secret={secret}
            onEdit={() => setEdited(secret)}
            onDelete={() => remove.mutate(secret)}
          />
        )}
      </PanelList>
      <DeletedList deleted={deleted} undo={restore.mutateAsync} />
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('add')} size="lg">
        <AddSecretForm whose={whose} onClose={() => setAdding(false)} />
      </Modal>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={t('editNamed', { name: edited?.name })}
        size="lg"
      >
        {edited && <EditSecretForm secret={edited} onClose={() => setEdited(null)} />}
      </Modal>
    </Panel>
  );
}
