import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Progress } from './init-messages.ts';

/** Pauses before leaving, in milliseconds. */
const AFTER_MS = { ready: 3000, failed: 5000 } as const;

/**
 * Leaves the page of a launch 3 s after success and 5 s after a failure, and refetches everything below `stale`. Stays
 * if `to` has no target.
 */
export function useLeave(progress: Progress, to: { ready?: string; failed?: string }, stale: QueryKey): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useEffectEvent((path: string) => {
    void client.invalidateQueries({ queryKey: stale });
    void navigate(path, { replace: true });
  });
  const path = progress === 'working' ? undefined : to[progress];
  useEffect(() => {
    if (progress === 'working' || !path) return;
    const timer = setTimeout(() => leave(path), AFTER_MS[progress]);
    return () => clearTimeout(timer);
  }, [progress, path]);
}
