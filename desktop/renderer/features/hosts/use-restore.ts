import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { DEFAULT_PORT, RESTORE_ERRORS, rebootHost } from '#shared/features/hosts/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { atFragment } from '../../lib/paths.ts';
import { redirectTarget } from './redirect-url.ts';

/** Pause between attempts, in milliseconds. */
const RETRY_MS = 5000;

/** After one of these nothing was started, so the next attempt may start it. */
const NOT_WOKEN: readonly string[] = [RESTORE_ERRORS.invalidHost, RESTORE_ERRORS.notAuthorized, RESTORE_ERRORS.memory];

export interface Visit {
  /** Host name, or a workspace's id; if empty, nothing is asked. */
  hostname: string;
  port: string | null;
  path: string | null;
}

/**
 * Starts what is behind a host name and goes there, asking again every 5 s. Only the first visit starts it: afterwards
 * the open page only looks, so that it doesn't undo a stop.
 */
export function useRestore({ hostname, port, path }: Visit) {
  const [visit, setVisit] = useState(1);
  const wake = useRef(true);
  const query = useQuery({
    queryKey: ['hosts', 'restore', hostname, port, path, visit],
    queryFn: async ({ signal }) => {
      try {
        const answer = await call(rebootHost, {
          params: { hostname, port: port || DEFAULT_PORT },
          query: { ...(path && { path }), wake: wake.current ? 'true' : 'false' },
          signal,
        });
        wake.current = false;
        return answer;
      } catch (error) {
        const answered = error instanceof ApiError && error.status > 0;
        if (answered && !NOT_WOKEN.includes(error.said)) wake.current = false;
        throw error;
      }
    },
    enabled: hostname !== '',
    retry: false,
    gcTime: 0,
    refetchInterval: RETRY_MS,
    refetchOnWindowFocus: false,
  });
  useRedirect(query.data?.redirectURL ?? null, query.dataUpdatedAt);
  return {
    error: query.error,
    leaving: Boolean(query.data?.redirectURL) && !query.error,
    tryAgain: () => {
      wake.current = true;
      setVisit((count) => count + 1);
    },
  };
}

/** Goes there, and again with every answer while this page is still shown. */
function useRedirect(redirectURL: string | null, answeredAt: number): void {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const go = useEffectEvent((to: string) => {
    const target = redirectTarget(to);
    if (!target) return;
    const there = atFragment(target.to, hash);
    if (target.kind === 'page') void navigate(there, { replace: true });
    else window.location.replace(there);
  });
  useEffect(() => {
    if (redirectURL && answeredAt > 0) go(redirectURL);
  }, [redirectURL, answeredAt]);
}
