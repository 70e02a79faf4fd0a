import type { InitMessage } from '../features/workspaces/contract.ts';

/**
 * Live rooms. A client emits `joinRoom` and `leaveRoom` with a room's name and receives `messageReceived` with `{room,
 * message}`. The slice that owns a room decides who may join.
 */
export const rooms = {
  /** Init messages of one workspace. */
  workspaceInit: (id: string) => `/workspaceinit/${id}` as const,
  /** Something of this workspace changed: fetch it again. */
  workspace: (id: string) => `/workspace/${id}` as const,
  /** Init messages of one service. */
  serviceInit: (id: string) => `/serviceinit/${id}` as const,
  /** Something of this service changed: fetch it again. */
  service: (id: string) => `/service/${id}` as const,
  /** Some service of the organization changed: fetch the list again. */
  organizationServices: (organizationId: string) => `/services/${organizationId}` as const,
  /** Init messages of one host. */
  hostInit: (id: string) => `/hostinit/${id}` as const,
  /** Some host of the organization changed: fetch the list again. */
  organizationHosts: (organizationId: string) => `/hosts/${organizationId}` as const,
  /** Some snapshot of the organization changed: fetch the list again. */
  organizationSnapshots: (organizationId: string) => `/snapshots/${organizationId}` as const,
  /** Some workspace of the organization changed: fetch the list again. */
  organizationWorkspaces: (organizationId: string) => `/workspaces/${organizationId}` as const,
  /** Something of the person's own changed that others do: fetch it again. */
  person: (userId: string) => `/person/${userId}` as const,
  /** Something of the organization itself (profile, deletion, shares) changed: fetch it again. */
  organization: (id: string) => `/organization/${id}` as const,
};

/** An init message in a room: its code goes by both names. */
export type ToldMessage = InitMessage & { code: string };

/**
 * An id is that of the room, except for `hosts`: not everybody in an organization's rooms may know each of its
 * workspaces, services and snapshots.
 */
export interface RoomMessages {
  workspaceinit: ToldMessage;
  workspace: { id: string };
  workspaces: { id: string };
  serviceinit: ToldMessage;
  service: { id: string };
  services: { id: string };
  hostinit: ToldMessage;
  hosts: { id: string };
  snapshots: { id: string };
  person: { id: string };
  organization: { id: string };
}
export type RoomKind = keyof RoomMessages;
export type RoomName = ReturnType<(typeof rooms)[keyof typeof rooms]>;

/** Splits `/kind/id`; null if it isn't a room's name. */
export function parseRoom(name: string): { kind: RoomKind; id: string } | null {
  const match =
    /^\/(workspaceinit|workspace|workspaces|serviceinit|service|services|hostinit|hosts|snapshots|person|organization)\/([0-9A-Za-z-]{1,64})$/.exec(
      name,
    );
  if (!match) return null;
  return { kind: match[1] as RoomKind, id: match[2] as string };
}

export interface ClientToServer {
  /** `quietMs`: for how long nothing was said in the room, at least; what was read before that may have changed since. */
  joinRoom: (room: string, acknowledge?: (joined: boolean, quietMs: number) => void) => void;
  leaveRoom: (room: string) => void;
}
export interface ServerToClient {
  messageReceived: (event: { room: string; message: RoomMessages[RoomKind] }) => void;
  /** The session ended somewhere else. */
  signedOut: () => void;
}
