import { Alert, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepAwake } from '#shared/features/workspaces/contract.ts';
import { WARN_BEFORE_MS } from '#shared/features/workspaces/model.ts';
import { call } from '../../lib/call.ts';
import { relativeTime } from '../../ui/time.ts';

interface IdleWarningProps {
  workspaceId: string;
  /** When it is paused unless somebody works in it; null for never. */
  pauseDate: string | null;
  /** Read the workspace again. */
  onKept: () => unknown;
}

const TICK_MS = 10_000;

/** Told 5 minutes before a workspace is paused, with a way to keep it (decisions §4). */
export function IdleWarning({ workspaceId, pauseDate, onKept }: IdleWarningProps) {
  const { t, i18n } = useTranslation('activity');
  const now = useTicks();
  const keep = useMutation({
    mutationFn: () => call(keepAwake, { params: { workspaceID: workspaceId } }),
    onSettled: () => onKept(),
  });
  if (pauseDate === null || now < Date.parse(pauseDate) - WARN_BEFORE_MS) return null;
  return (
    <Alert color="yellow" role="status" title={t('idle.title')}>
      <Group justify="space-between" gap="sm">
        {keep.error?.message ?? t('idle.text', { when: relativeTime(new Date(pauseDate), now, i18n.language) })}
        <Button size="xs" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('idle.keep')}
        </Button>
      </Group>
    </Alert>
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
