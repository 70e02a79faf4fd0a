import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { seeTour } from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { i18n } from '../../lib/i18n.ts';
import { currentUserQuery, useCurrentUser } from '../auth/index.ts';

/** Where "Start Tour" leads: shown even to people who have seen it. */
export const START_TOUR = { to: '/workspaces?tour=true', state: { tour: 'again' } } as const;

const seeTourMutation = mutationOptions({
  mutationFn: () => call(seeTour),
  meta: { stale: [currentUserQuery.queryKey], awaited: true },
});

/**
 * The guided tour over this page, once `ready`, if the address says `tour=true`. Starts by itself only for people who
 * have never seen it. Its code loads then.
 */
export function useTour(ready: boolean): void {
  const { t } = useTranslation('tour');
  const { tour_seen: seen } = useCurrentUser();
  const { state } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('tour') === 'true';
  const wanted = asked && (!seen || (state as { tour?: string } | null)?.tour === 'again');
  const remember = useMutation(seeTourMutation);
  const leave = useEffectEvent(() =>
    setParameters(
      (before) => {
        before.delete('tour');
        return before;
      },
      { replace: true },
    ),
  );
  const end = useEffectEvent(() => {
    leave();
    remember.mutate();
  });
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    const [{ runTour }] = await Promise.all([import('./run-tour.ts'), i18n.loadNamespaces('tour')]);
    if (signal.aborted) return;
    const takeAway = runTour(t, () => end());
    signal.addEventListener('abort', takeAway);
  });
  useEffect(() => {
    if (!asked || !ready) return;
    if (!wanted) return leave();
    const stop = new AbortController();
    void begin(stop.signal);
    return () => stop.abort();
  }, [asked, ready, wanted]);
}
