import { Alert, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Progress } from '../lib/init-messages.ts';

/** How long the finished log stays visible. */
const STAYS_MS = 3000;

interface WatchPanelProps {
  progress: Progress;
  /** It hasn't ended, whatever the messages say. */
  pending: boolean;
  failedText: string;
  onDone: () => void;
  children: ReactNode;
}

/** Wraps the progress of a start: disappears when it is done, stays with its lines if it failed. */
export function WatchPanel({ progress, pending, failedText, onDone, children }: WatchPanelProps) {
  const over = !pending && progress !== 'failed';
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => done(), STAYS_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return (
    <Stack gap="sm">
      {progress === 'failed' && !pending && (
        <Alert color="red" role="alert" p="sm">
          {failedText}
        </Alert>
      )}
      {children}
    </Stack>
  );
}
