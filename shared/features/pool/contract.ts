import { z } from 'zod';
import { askedInstant, idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { WORKSPACE_STATUSES } from '../workspaces/model.ts';

/** How a machine is, the first that applies. */
export const MACHINE_STATES = [
  /** The swarm doesn't hear from it. */
  'lost',
  /** Its engine can't be reached yet; `problem` says why. */
  'unprepared',
  /** It doesn't carry the pool's label any more. */
  'unlabelled',
  /** What is on it moves to other machines. */
  'draining',
  /** Takes nothing new, because an administrator said so, here or in the swarm. */
  'closed',
  'ready',
] as const;

const params = z.strictObject({ machineID: idParam });
const operator = { scope: 'machines', operator: true } as const;
const changes = { ...operator, onBehalf: 'token', duringSetup: 1, params, response: messageSchema } as const;

export const machineTenant = z.object({
  id: z.string(),
  name: z.string(),
  organization_name: z.string(),
  status: z.enum(WORKSPACE_STATUSES),
  /** Why it could not be moved off yet. */
  move_problem: z.string().nullable(),
});

export type MachineTenant = z.infer<typeof machineTenant>;

export const machineRow = z.object({
  id: z.string(),
  /** Null for the machine that the control plane runs on, while there is no swarm. */
  name: z.string().nullable(),
  address: z.string().nullable(),
  /** The machine that the control plane runs on. */
  is_home: z.boolean(),
  state: z.enum(MACHINE_STATES),
  /** An administrator closed it here; it can be opened here. */
  is_cordoned: z.boolean(),
  /** When what still runs there is stopped to be moved. */
  drain_date: instant.nullable(),
  lost_date: instant.nullable(),
  problem: z.string().nullable(),
  cpu_cores: z.number().nullable(),
  /** What workspaces may reserve; null while the machine can't be asked. */
  memory_mb: z.number().int().nullable(),
  reserved_mb: z.number().int(),
  /** Workspace images it has. */
  images: z.array(z.string()),
  /** How many workspaces and services are on it. */
  workspaces_count: z.number().int(),
});
export type Machine = z.infer<typeof machineRow>;

export const listMachines = defineRead(
  '/machines',
  'The machines that shared workspaces run on; for administrators of the product',
  { ...operator, response: z.object({ machines: z.array(machineRow) }) },
);

export const listMachineTenants = defineRead(
  '/machines/{machineID}/workspaces',
  'What is on a machine; for administrators of the product',
  { ...operator, params, response: z.object({ workspaces: z.array(machineTenant) }) },
);

export const getJoinCommand = defineRead(
  '/machines/join-command',
  'The command by which another machine joins, with its secret; for administrators of the product',
  { ...operator, response: z.object({ join_command: z.string().nullable() }) },
);

export const cordonMachine = defineChange(
  '/machines/{machineID}/cordon',
  'Let a machine take no new workspaces; for administrators of the product',
  changes,
);

export const uncordonMachine = defineChange(
  '/machines/{machineID}/uncordon',
  'Let a machine take new workspaces again; for administrators of the product',
  changes,
);

export const drainMachine = defineChange(
  '/machines/{machineID}/drain',
  'Move everything off a machine, each once it is stopped, or at a time; for administrators of the product',
  { ...changes, body: z.strictObject({ due_date: askedInstant.nullable() }) },
);

export const removeMachine = defineChange(
  '/machines/{machineID}/remove',
  'Remove an empty machine from the pool and its swarm; for administrators of the product',
  changes,
);
