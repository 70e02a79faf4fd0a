import {
  deleteService,
  restartService,
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
} as const;

type ServiceAction = keyof typeof ROUTES;

export function useServiceAction(id: string) {
  return useInstanceAction(SERVICE, id, async (action: ServiceAction) => {
    await call(ROUTES[action], { params: { organizationServiceID: id } });
  });
}
