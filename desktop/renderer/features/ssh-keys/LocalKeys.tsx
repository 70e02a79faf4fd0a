import { Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { localKeysQuery } from '../computer/index.ts';
import { GenerateKeyModal } from './GenerateKeyModal.tsx';
import { ImportKeyModal } from './ImportKeyModal.tsx';
import classes from './KeyTable.module.css';
import { LOCAL_CHANGE, sshKeysQuery } from './queries.ts';

/** In the desktop app: this computer's private keys, to create, import, upload, export and remove. */
export function LocalKeys({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('sshKeys');
  const [making, setMaking] = useState<'generate' | 'import' | null>(null);
  const { data: keys } = useQuery(localKeysQuery(desktop));
  const { data: uploaded } = useQuery(sshKeysQuery());
  const actions = useKeyActions(desktop);
  const known = useMemo(() => new Set(uploaded?.map(({ fingerprint }) => fingerprint)), [uploaded]);
  const columns = useMemo<DataColumn<LocalKey>[]>(
    () => [
      { id: 'name', header: t('name'), value: ({ name }) => name, sortable: true },
      {
        id: 'fingerprint',
        header: t('fingerprint'),
        value: ({ fingerprint }) => fingerprint,
        cell: ({ fingerprint, type }) => (
          <Stack gap={2}>
            <Code className={classes.fingerprint}>{fingerprint}</Code>
            <Text size="xs" c="dimmed">
              {type.replace(/^ssh-/, '')}
            </Text>
          </Stack>
        ),
      },
      {
        id: 'marks',
        header: t('local.kept'),
        value: ({ kept }) => kept,
        cell: ({ kept, hasPassphrase, fingerprint }) => (
          <Group gap={4}>
            {kept === 'agent' && (
              <Badge variant="light" tt="none">
                {t('local.inAgent')}
              </Badge>
            )}
            {hasPassphrase && (
              <Badge variant="light" tt="none">
                {t('local.sealed')}
              </Badge>
            )}
            {known.has(fingerprint) && (
              <Badge variant="light" color="harbor" tt="none">
                {t('local.uploaded')}
              </Badge>
            )}
          </Group>
        ),
      },
      {
        id: 'actions',
        header: t('actions'),
        value: () => null,
        align: 'right',
        cell: (key) => <KeyActions sshKey={key} isUploaded={known.has(key.fingerprint)} actions={actions} />,
      },
    ],
    [t, known, actions],
  );
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2}>{t('local.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('local.intro')}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => setMaking('import')}>
            {t('local.import')}
          </Button>
          <Button leftSection={<IconKey size={16} />} onClick={() => setMaking('generate')}>
            {t('local.generate')}
          </Button>
        </Group>
      </Group>
      {keys?.length === 0 && (
        <EmptyState icon={<IconKey size={24} />} title={t('local.empty')} text={t('local.emptyText')} />
      )}
      {keys && keys.length > 0 && <DataTable label={t('local.title')} columns={columns} rows={keys} />}
      <GenerateKeyModal desktop={desktop} opened={making === 'generate'} onClose={() => setMaking(null)} />
      <ImportKeyModal desktop={desktop} opened={making === 'import'} onClose={() => setMaking(null)} />
    </Stack>
  );
}

type Actions = ReturnType<typeof useKeyActions>;

function useKeyActions(desktop: DesktopApi) {
  const { t } = useTranslation('sshKeys');
  const onError = (error: Error) => toastError(error.message);
  const { mutate: upload } = useMutation({
    mutationFn: (id: string) => desktop.call('ssh-keys.upload', { id }),
    onError,
    meta: LOCAL_CHANGE,
  });
  const { mutate: save } = useMutation({
    mutationFn: (id: string) => desktop.call('ssh-keys.export', { id }),
    onSuccess: ({ saved }) => saved && toastSuccess(t('local.exported')),
    onError,
  });
  const { mutate: remove } = useMutation({
    mutationFn: (id: string) => desktop.call('ssh-keys.remove', { id }),
    onError,
    meta: LOCAL_CHANGE,
  });
  return useMemo(() => ({ upload, save, remove }), [upload, save, remove]);
}

function KeyActions({ sshKey, isUploaded, actions }: { sshKey: LocalKey; isUploaded: boolean; actions: Actions }) {
  const { t } = useTranslation('sshKeys');
  const { id, name, kept } = sshKey;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {!isUploaded && (
        <Button
          variant="default"
          size="xs"
          onClick={() => actions.upload(id)}
          aria-label={t('local.uploadNamed', { name })}
        >
          {t('local.upload')}
        </Button>
      )}
      {kept === 'file' && (
        <Button
          variant="default"
          size="xs"
          onClick={() => actions.save(id)}
          aria-label={t('local.exportNamed', { name })}
        >
          {t('local.export')}
        </Button>
      )}
      <ConfirmPopover text={t(`local.removeText.${kept}`)} onConfirm={() => actions.remove(id)}>
        <Button
          variant="default"
          size="xs"
          c="var(--mantine-color-error)"
          aria-label={t('local.removeNamed', { name })}
        >
          {t('local.remove')}
        </Button>
      </ConfirmPopover>
    </Group>
  );
}
