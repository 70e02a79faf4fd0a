import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { AddKeyModal } from './AddKeyModal.tsx';
import { KeyTable } from './KeyTable.tsx';
import { sshKeysQuery } from './queries.ts';
import { useDeleteKey } from './use-delete-key.ts';
import { ViewKeyModal } from './ViewKeyModal.tsx';

interface KeyManagerProps {
  /** Whether the Add modal is open, for a button outside. */
  adding: boolean;
  onAdding: (adding: boolean) => void;
}

/** The user's keys with view and delete, and the modals; on the SSH keys page and in the setup wizard. */
export function KeyManager({ adding, onAdding }: KeyManagerProps) {
  const { t } = useTranslation('sshKeys');
  const [viewed, setViewed] = useState<SshKey | null>(null);
  const keys = useQuery({ ...sshKeysQuery(), meta: { page: true } });
  const { mutate: remove } = useDeleteKey();
  return (
    <>
      <Loaded query={keys} skeleton={<PageSkeleton rows={3} />}>
        {(data) =>
          data.length > 0 ? (
            <KeyTable keys={data} onView={setViewed} onDelete={remove} />
          ) : (
            <EmptyState
              icon={<IconKey size={24} />}
              title={t('empty.title')}
              text={t('empty.text')}
              action={
                <Button leftSection={<IconPlus size={16} />} onClick={() => onAdding(true)}>
                  {t('add')}
                </Button>
              }
            />
          )
        }
      </Loaded>
      <AddKeyModal opened={adding} onClose={() => onAdding(false)} />
      <ViewKeyModal sshKey={viewed} onClose={() => setViewed(null)} />
    </>
  );
}
