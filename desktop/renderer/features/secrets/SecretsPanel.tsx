import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Secret } from '#shared/features/secrets/contract.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { AddSecretForm } from './AddSecretForm.tsx';
import { EditSecretForm } from './EditSecretForm.tsx';
import { deleteSecretMutation, secretsQuery, type Whose } from './queries.ts';
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
  const remove = useMutation({
    ...deleteSecretMutation,
    onSuccess: () => toastSuccess(t('deleted')),
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
            onDelete={() => remove.mutate(secret.id)}
          />
        )}
      </PanelList>
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
