import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../features/search/index.ts';

interface AskFirstProps {
  question: NonNullable<Command['ask']>;
  onCancel: () => void;
  onConfirm: () => void;
}

/** In place of the list, with Cancel selected: a second Enter takes nothing away. */
export function AskFirst({ question: { title, text, confirm }, onCancel, onConfirm }: AskFirstProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" p="lg" role="alertdialog" aria-label={title}>
      <div>
        <Text fw={600}>{title}</Text>
        <Text c="dimmed">{text}</Text>
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} ref={(button) => button?.focus()}>
          {t('confirm.cancel')}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
