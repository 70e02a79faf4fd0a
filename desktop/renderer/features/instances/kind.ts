import type { rooms } from '#shared/api/rooms.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';

/** What differs between the kinds of what runs in a container. */
export interface InstanceKind<One> {
  /** Of its catalogue, of its pages, and the first part of its query keys. */
  name: 'workspaces' | 'services';
  read: (id: string, signal: AbortSignal) => Promise<One>;
  statusOf: (one: One) => string;
  /** The messages of the last launch. */
  readLaunch: (id: string, signal: AbortSignal) => Promise<{ messages: InitMessage[] }>;
  /** How many messages a launch has, and the code of the last one. */
  steps: number;
  ready: string;
  room: typeof rooms.workspace | typeof rooms.service;
  launchRoom: typeof rooms.workspaceInit | typeof rooms.serviceInit;
  listRoom: typeof rooms.organizationWorkspaces | typeof rooms.organizationServices;
}
