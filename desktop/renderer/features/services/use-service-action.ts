import {
  deleteService,
  restartService,
  restoreService,
  snapshotService,
  startService,
  stopService,
} from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import { useInstanceAction } from '../instances/index.ts';
import { SERVICE } from './kind.ts';

const ROUTES = {
  start: startService,
  stop: stopService,
  restart: restartService,
  delete: deleteService,
  snapshot: snapshotService,
  restore: restoreService,
} as const;

type ServiceAction = keyof typeof ROUTES;

export function useServiceAction(id: string) {
  const act = (action: ServiceAction) => call(ROUTES[action], { params: { organizationServiceID: id } });
  return useInstanceAction(SERVICE, id, act, 'restore');
}
