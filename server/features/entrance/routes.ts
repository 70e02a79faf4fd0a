import * as contract from '#shared/features/hosts/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { rebootHost } from './reboot-host.ts';

export const entranceRoutes: RegisterRoutes = (mount) => {
  mount(contract.rebootHost, async (context, { params, query }, c) => {
    const input = { ...params, path: query.path, wake: query.wake !== 'false', signal: c.req.raw.signal };
    return { success: true as const, errors: [], ...(await rebootHost(context, input)) };
  });
};
