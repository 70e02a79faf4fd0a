import * as contract from '#shared/features/pool/contract.ts';
import { say } from '../../platform/say.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { cordonMachine, drainMachine, removeMachine, uncordonMachine } from './change-machine.ts';
import { readJoinCommand } from './follow-swarm.ts';
import { listMachines, listTenants } from './list-machines.ts';

export const poolRoutes: RegisterRoutes = (mount) => {
  mount(contract.listMachines, async (context) => ({ machines: await listMachines(context) }));
  mount(contract.listMachineTenants, async (context, { params }) => ({
    workspaces: await listTenants(context, { id: params.machineID }),
  }));
  mount(contract.getJoinCommand, async (context) => ({ join_command: await readJoinCommand(context) }));
  mount(contract.cordonMachine, changing('machineID', cordonMachine, say('pool.closed')));
  mount(contract.drainMachine, async (context, { params, body }) => {
    const dueAt = body.due_date === null ? null : new Date(body.due_date);
    await drainMachine(context, { id: params.machineID, dueAt });
    return done(say('pool.draining'));
  });
  mount(contract.uncordonMachine, changing('machineID', uncordonMachine, say('pool.opened')));
  mount(contract.removeMachine, changing('machineID', removeMachine, say('pool.removed')));
};
