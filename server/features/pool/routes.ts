import * as contract from '#shared/features/pool/contract.ts';
import { changing, type RegisterRoutes } from '../routing.ts';
import { cordonMachine, removeMachine, uncordonMachine } from './change-machine.ts';
import { readJoinCommand } from './follow-swarm.ts';
import { listMachines } from './list-machines.ts';

export const poolRoutes: RegisterRoutes = (mount) => {
  mount(contract.listMachines, async (context) => ({ machines: await listMachines(context) }));
  mount(contract.getJoinCommand, async (context) => ({ join_command: await readJoinCommand(context) }));
  mount(contract.cordonMachine, changing('machineID', cordonMachine, 'The machine takes nothing new.'));
  mount(contract.uncordonMachine, changing('machineID', uncordonMachine, 'The machine takes new workspaces again.'));
  mount(contract.removeMachine, changing('machineID', removeMachine, 'The machine was removed.'));
};
