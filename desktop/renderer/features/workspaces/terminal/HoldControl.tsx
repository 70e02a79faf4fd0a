import { Button, Text, Tooltip } from '@mantine/core';
import { IconClockPlay, IconClockX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { holdMutation } from '../queries.ts';

/** "Hold until done": the command running in the terminal keeps the workspace awake until it ends. */
export function HoldControl({ workspaceId, held }: { workspaceId: string; held: Workspace['held'] }) {
  const { t } = useTranslation('terminal');
  const change = useMutation(holdMutation(workspaceId));
  const Icon = held ? IconClockX : IconClockPlay;
  return (
    <>
      {change.error && (
        <Text size="xs" c="red.4" role="alert">
          {change.error.message}
        </Text>
      )}
      {held && !change.error && (
        <Text size="xs" c="dimmed" truncate maw={260} title={held.command}>
          {t('held', { command: held.command })}
        </Text>
      )}
      <Tooltip label={t(held ? 'releaseHelp' : 'holdHelp')} multiline maw={300}>
        <Button
          size="xs"
          style={{ flexShrink: 0 }}
          variant={held ? 'light' : 'default'}
          leftSection={<Icon size={14} />}
          loading={change.isPending}
          onClick={() => change.mutate(!held)}
          aria-pressed={held !== null}
        >
          {t(held ? 'release' : 'hold')}
        </Button>
      </Tooltip>
    </>
  );
}
