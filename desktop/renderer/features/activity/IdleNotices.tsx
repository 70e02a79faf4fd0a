import { Anchor, Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { IconZzz } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { relativeTime } from '../../ui/time.ts';
import classes from './IdleNotices.module.css';
import { keepAwakeMutation, useIdleWarnings } from './use-idle-warnings.ts';

const TICK_MS = 10_000;

/**
 * On every page: the person's workspaces that pause within 5 minutes, with a way to keep them running. A notice
 * disappears once somebody works in the workspace, keeps it or stops it, here or anywhere else.
 */
export function IdleNotices() {
  const { t } = useTranslation('activity');
  const warnings = useIdleWarnings();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const shown = warnings.filter(({ id, pause_date }) => !dismissed.includes(`${id} ${pause_date}`));
  return (
    <Stack gap="xs" role="status" aria-label={t('idle.label')} data-notices={shown.length}>
      {shown.map(({ id, name, pause_date }) => (
        <IdleNotice
          key={id}
          id={id}
          name={name}
          pauseDate={pause_date}
          onDismiss={() => setDismissed([...dismissed, `${id} ${pause_date}`])}
        />
      ))}
    </Stack>
  );
}

interface IdleNoticeProps {
  id: string;
  name: string;
  pauseDate: string;
  onDismiss: () => void;
}

function IdleNotice({ id, name, pauseDate, onDismiss }: IdleNoticeProps) {
  const { t, i18n } = useTranslation('activity');
  const now = useTicks();
  const keep = useMutation(keepAwakeMutation);
  // The server checks once a minute, so it may still run for a moment after its time.
  const when = relativeTime(new Date(Math.max(Date.parse(pauseDate), now)), now, i18n.language);
  return (
    <Paper shadow="md" p="sm" className={classes.notice}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconZzz size={20} className={classes.icon} aria-hidden />
        <Stack gap={6} flex={1} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {t('idle.title', { name })}
          </Text>
          <Text size="sm" c={keep.error ? 'var(--mantine-color-error)' : 'dimmed'}>
            {keep.error?.message ?? t('idle.text', { when })}
          </Text>
          <Group gap="sm">
            <Button size="xs" loading={keep.isPending} onClick={() => keep.mutate(id)}>
              {t('idle.keep')}
            </Button>
            <Anchor component={Link} to={`/workspaces/edit/${id}`} size="sm">
              {t('idle.show')}
            </Anchor>
          </Group>
        </Stack>
        <CloseButton size="sm" aria-label={t('idle.dismiss')} onClick={onDismiss} />
      </Group>
    </Paper>
  );
}

function useTicks(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
