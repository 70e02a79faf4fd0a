import type { PortMode, WorkspacePort, WorkspaceStatus } from '#shared/features/workspaces/model.ts';

/** Whom an http port is open to besides those who may open the workspace. */
export type PortVisitors = { kind: 'organization' } | { kind: 'link'; tokenHash: string; endsAt: Date };

/** What the gateway must know of a workspace, or of a service, to bring people in. */
export interface GatewayTarget {
  workspaceId: string;
  organizationId: string;
  slug: string;
  status: WorkspaceStatus;
  engineId: string;
  /** Null until there is a container. */
  containerId: string | null;
  /** What each of its ports is open for. */
  ports: Record<WorkspacePort, PortMode>;
  /** Ports that are not in here are private. */
  visitors?: Partial<Record<WorkspacePort, PortVisitors>>;
  /** Ports whose programs see the host that people type; those of the others see `localhost:<port>`. */
  passHost?: readonly WorkspacePort[];
  /** Where its own host name leads, when that is not the web IDE: the pages of a service. */
  httpPort?: number;
}

/** A port of the gateway that leads to a port inside a running container. */
export interface TcpRoute {
  port: number;
  containerPort: number;
  engineId: string;
  containerId: string;
}

/** A public key that opens a workspace over SSH, and whose it is. */
export interface AllowedKey {
  userId: string;
  /** OpenSSH form. */
  publicKey: string;
  /** `SHA256:…` */
  fingerprint: string;
}

export type WakeResult = { ok: true } | { ok: false; error: string };

/**
 * The gateway's view of the workspaces slice, which implements it. Answers are cached by the gateway and forgotten on
 * the bus messages `workspace_changed`, `access_changed` and `sessions_ended`.
 */
export interface GatewayDirectory {
  /** Null when no workspace that is not deleted has this slug. */
  find(slug: string): Promise<GatewayTarget | null>;
  /** May this user, working in this organization, open the workspace? False for the unknown. */
  mayOpen(user: { userId: string; organizationId: string }, workspaceId: string): Promise<boolean>;
  /** Is this user an active member of this organization? */
  isMember(user: { userId: string; organizationId: string }): Promise<boolean>;
  /** Keys of everyone who may open the workspace now. */
  allowedKeys(workspaceId: string): Promise<AllowedKey[]>;
  /** Is the session that a ticket came from still good? */
  sessionIsGood(sessionId: string): Promise<boolean>;
  /** A person worked in the workspace just now (called at most once a minute per workspace and user). */
  recordActivity(workspaceId: string, userId: string): Promise<void>;
  /** The tcp ports that lead somewhere now. */
  tcpRoutes(): Promise<TcpRoute[]>;
  /**
   * Starts an Offline workspace on behalf of a person; returns at once. Without a terminal it may be an editor that
   * reconnects by itself: that does not undo a stop by hand (`noteCut`).
   */
  wake(workspaceId: string, userId: string, asking: { withTerminal: boolean }): Promise<WakeResult>;
  /** A connection of this person was open when the workspace stopped, and is cut. */
  noteCut(workspaceId: string, userId: string): Promise<void>;
  /** Settles when the workspace is Active (its fresh target) or can't become so (null). `progress` gets init messages. */
  waitUntilActive(
    workspaceId: string,
    progress: (text: string) => void,
    signal: AbortSignal,
  ): Promise<GatewayTarget | null>;
}
