import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  endPrebuild,
  getPrebuild,
  type Prebuild,
  prebuildLog,
  preparePrebuild,
  renewPrebuildSecret,
  savePrebuild,
} from '#shared/features/prebuilds/contract.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';

const prebuildKey = (templateID: string) => ['prebuilds', templateID] as const;
const changing = (templateID: string) => ({ stale: [prebuildKey(templateID)], awaited: true });

/** Something is being prepared, or is about to be. */
export const isBusy = ({ waiting, last_run: run }: Prebuild): boolean => waiting || run?.state === 'running';

export const prebuildQuery = (templateID: string) =>
  queryOptions({
    ...routeQuery([...prebuildKey(templateID), 'state'], getPrebuild, { params: { templateID } }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_MS : false),
  });

export const prebuildLogQuery = (templateID: string, running: boolean) =>
  queryOptions({
    ...routeQuery([...prebuildKey(templateID), 'log'], prebuildLog, { params: { templateID } }),
    select: ({ log }) => log,
    refetchInterval: running ? POLL_MS / 5 : false,
  });

export const savePrebuildMutation = (templateID: string) =>
  sendsBody(savePrebuild, changing(templateID), { templateID });

export const endPrebuildMutation = (templateID: string) =>
  mutationOptions({
    mutationFn: () => call(endPrebuild, { params: { templateID } }),
    meta: changing(templateID),
  });

export const prepareMutation = (templateID: string) =>
  mutationOptions({
    mutationFn: () => call(preparePrebuild, { params: { templateID } }),
    meta: changing(templateID),
  });

export const renewSecretMutation = (templateID: string) =>
  mutationOptions({
    mutationFn: () => call(renewPrebuildSecret, { params: { templateID } }),
    meta: changing(templateID),
  });
