import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { DeletedThing } from '#shared/api/envelope.ts';
import { RelativeTime } from './RelativeTime.tsx';
import { toastError } from './toast.ts';

interface DeletedListProps {
  deleted: DeletedThing[] | undefined;
  /** Has one back. */
  undo: (id: string) => Promise<unknown>;
}

/** What was deleted lately, each with the way back; nothing if there is none. */
export function DeletedList({ deleted = [], undo }: DeletedListProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  if (deleted.length === 0) return null;
  const press = async (id: string) => {
    setBusy(id);
    try {
      await undo(id);
    } catch (error) {
      toastError((error as Error).message);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" fw={550}>
        {t('undo.recent')}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {deleted.map(({ id, name, gone_date }) => (
          <Group key={id} component="li" justify="space-between" gap="sm" wrap="nowrap">
            <Text size="sm" c="dimmed" miw={0} style={{ overflowWrap: 'anywhere' }}>
              {name} · <Trans t={t} i18nKey="undo.gone" components={{ time: <RelativeTime date={gone_date} /> }} />
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              flex="none"
              loading={busy === id}
              disabled={busy !== null}
              onClick={() => void press(id)}
              aria-label={t('undo.named', { name })}
            >
              {t('action.undo')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
