import { Button, Code, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { dateColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { Losers } from '../../ui/Losers.tsx';
import classes from './KeyTable.module.css';
import { keyWorkspacesQuery } from './queries.ts';

interface KeyTableProps {
  keys: SshKey[];
  onView: (key: SshKey) => void;
  onDelete: (key: SshKey) => void;
}

/** Says which workspaces lose the key before it goes. */
function KeyLosers({ sshKeyId }: { sshKeyId: string }) {
  const query = useQuery({ ...keyWorkspacesQuery(sshKeyId), staleTime: 0, select: ({ workspaces }) => workspaces });
  return <Losers query={query} />;
}

export function KeyTable({ keys, onView, onDelete }: KeyTableProps) {
  const { t } = useTranslation('sshKeys');
  const columns = useMemo<DataColumn<SshKey>[]>(
    () => [
      { id: 'name', header: t('name'), value: (key) => key.name, sortable: true },
      {
        id: 'fingerprint',
        header: t('fingerprint'),
        value: (key) => key.fingerprint,
        cell: (key) => <Code className={classes.fingerprint}>{key.fingerprint}</Code>,
      },
      dateColumn('create_date', t('created'), (key) => key.create_date),
      {
        id: 'actions',
        header: t('actions'),
        value: () => null,
        align: 'right',
        cell: (key) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              onClick={() => onView(key)}
              aria-label={t('viewNamed', { name: key.name })}
            >
              {t('view')}
            </Button>
            <ConfirmPopover
              text={t('deleteText')}
              detail={<KeyLosers sshKeyId={key.id} />}
              onConfirm={() => onDelete(key)}
            >
              <Button
                variant="default"
                size="xs"
                c="var(--mantine-color-error)"
                aria-label={t('deleteNamed', { name: key.name })}
              >
                {t('delete')}
              </Button>
            </ConfirmPopover>
          </Group>
        ),
      },
    ],
    [t, onView, onDelete],
  );
  return <DataTable label={t('table')} columns={columns} rows={keys} />;
}
