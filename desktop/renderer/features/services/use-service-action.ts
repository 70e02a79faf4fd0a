import { deleteService, snapshotService, startService, stopService } from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import { useInstanceAction } from '../instances/index.ts';
import { SERVICE } from './kind.ts';

const ROUTES = {
  start: [startService],
  stop: [stopService],
  restart: [stopService, startService],
  delete: [deleteService],
  snapshot: [snapshotService],
} as const;

type ServiceAction = keyof typeof ROUTES;

export function useServiceAction(id: string) {
  return useInstanceAction(SERVICE, id, async (action: ServiceAction) => {
    for (const route of ROUTES[action]) await call(route, { params: { organizationServiceID: id } });
  });
}
