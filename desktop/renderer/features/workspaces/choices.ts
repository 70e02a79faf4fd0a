import type { UseFormReturnType } from '@mantine/form';
import type { AddWorkspaceInput, Workspace } from '#shared/features/workspaces/contract.ts';
import { CPU, DISK_DEFAULT_GB, type DISK_GB, MEMORY_GB, PORT_DEFAULTS } from '#shared/features/workspaces/model.ts';

/** Options of both the form for a new workspace and its settings. */
export type Choices = Pick<
  Workspace,
  | 'cpu_cores'
  | 'memory_gb'
  | 'port_3000'
  | 'port_3030'
  | 'port_3000_pass_host'
  | 'port_3030_pass_host'
  | 'use_ssl'
  | 'keepalive_flag'
  | 'warm_sleep_flag'
  | 'delete_protect_flag'
> & {
  disk_gb: (typeof DISK_GB)[number];
  /** Takes KeepAlive from the workspace that has it. */
  keepalive_move: boolean;
};
/** The form of a new workspace. */
export type AddWorkspaceValues = Omit<AddWorkspaceInput, keyof Choices | 'sample'> &
  Choices & {
    with_sample: boolean;
    /** Of the chosen template, as its values are in the form; 0 without one. */
    template_version: number;
    /** The fields that the chosen template sets. */
    fixed: string[];
  } & Record<string, unknown>;

export type ChoiceForm = UseFormReturnType<Choices & Record<string, unknown>>;

/** Defaults of a new workspace. */
export const DEFAULT_CHOICES: Choices = {
  cpu_cores: CPU.default,
  memory_gb: MEMORY_GB.default,
  disk_gb: DISK_DEFAULT_GB,
  port_3000: PORT_DEFAULTS[3000],
  port_3030: PORT_DEFAULTS[3030],
  port_3000_pass_host: false,
  port_3030_pass_host: false,
  use_ssl: true,
  keepalive_flag: false,
  keepalive_move: false,
  warm_sleep_flag: true,
  delete_protect_flag: false,
};

/** Shared workspaces are all the same, so cpu, memory and disk aren't sent. */
export function withoutResources<Values extends Record<string, unknown>>(values: Values): Record<string, unknown> {
  const { cpu_cores: _cpu, memory_gb: _memory, disk_gb: _disk, ...rest } = values;
  return rest;
}
