import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  cordonMachine,
  drainMachine,
  getJoinCommand,
  listMachines,
  listMachineTenants,
  removeMachine,
  uncordonMachine,
} from '#shared/features/pool/contract.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { pageQuery, routeQuery } from '../../lib/route-query.ts';

const machinesKey = ['machines'] as const;

/** The machines of the pool; polled, because the swarm tells nobody but the server. */
export const machinesQuery = queryOptions({
  ...pageQuery([...machinesKey, 'list'], listMachines),
  select: ({ machines }) => machines,
  refetchInterval: POLL_MS,
});

/** What is on one of them; polled as well, because it moves while a machine is emptied. */
export const tenantsQuery = (machineID: string) =>
  queryOptions({
    ...routeQuery([...machinesKey, machineID, 'workspaces'], listMachineTenants, { params: { machineID } }),
    select: ({ workspaces }) => workspaces,
    refetchInterval: POLL_MS,
  });

export const joinCommandQuery = routeQuery([...machinesKey, 'join'], getJoinCommand);

const ACTIONS = { cordon: cordonMachine, uncordon: uncordonMachine, remove: removeMachine };
export type MachineAction = keyof typeof ACTIONS;

export function machineActionMutation(id: string) {
  return mutationOptions({
    mutationFn: (action: MachineAction) => call(ACTIONS[action], { params: { machineID: id } }),
    meta: { stale: [machinesKey], awaited: true },
  });
}

/** Moves everything off a machine; `due` is when what still runs is stopped. */
export function drainMachineMutation(id: string) {
  return mutationOptions({
    mutationFn: (due: Date | null) =>
      call(drainMachine, { params: { machineID: id }, body: { due_date: due?.toISOString() ?? null } }),
    meta: { stale: [machinesKey], awaited: true },
  });
}
