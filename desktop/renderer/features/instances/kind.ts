import type { rooms } from '#shared/api/rooms.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';

/** What differs between workspaces and services. */
export interface InstanceKind<One> {
  /** Names the text catalogue and the pages' path, and starts every query key. */
  name: 'workspaces' | 'services';
  read: (id: string, signal: AbortSignal) => Promise<One>;
  statusOf: (one: One) => string;
  /** Reads the messages of the last launch. */
  readLaunch: (id: string, signal: AbortSignal) => Promise<{ messages: InitMessage[] }>;
  /** The number of messages in a launch, and the code of the last one. */
  steps: number;
  ready: string;
  room: typeof rooms.workspace | typeof rooms.service;
  launchRoom: typeof rooms.workspaceInit | typeof rooms.serviceInit;
  listRoom: typeof rooms.organizationWorkspaces | typeof rooms.organizationServices;
}
