import type { Theme } from '#shared/features/auth/contract.ts';
import type { PortMode, WorkspacePort, WorkspaceStatus } from '#shared/features/workspaces/model.ts';

/** Who may visit an http port, besides those who may open the workspace. */
export type PortVisitors = { kind: 'organization' } | { kind: 'link'; tokenHash: string; endsAt: Date };

/** What the gateway needs to know about a workspace or service. */
export interface GatewayTarget {
  workspaceId: string;
  organizationId: string;
  slug: string;
  status: WorkspaceStatus;
  /** Frozen with its programs: whoever may enter wakes it, and then finds everything as it was. */
  asleep?: boolean;
  engineId: string;
  /** Null until there is a container. */
  containerId: string | null;
  /** What each port is open for. */
  ports: Record<WorkspacePort, PortMode>;
  /** Other ports that somebody opened, or that were seen in use. */
  otherPorts?: readonly number[];
  /** Ports not listed here are private. */
  visitors?: Partial<Record<number, PortVisitors>>;
  /** Ports whose programs see the public host; the others see `localhost:<port>`. */
  passHost?: readonly WorkspacePort[];
  /** The workspace's name, if its own host name leads to the web IDE. */
  ideOf?: string;
  /** The port its own host name leads to, if that isn't the web IDE: the pages of a service. */
  httpPort?: number;
}

/** A gateway port that leads to a port inside a running container. */
export interface TcpRoute {
  port: number;
  containerPort: number;
  engineId: string;
  containerId: string;
}

/** What lets somebody into another person's VS Code for a time. */
export interface EditorGuest {
  shareId: string;
  /** Whose workspace it is; it wakes by their rights. */
  ownerId: string;
  endsAt: Date;
}

/** Who shares a workspace's VS Code. */
export interface EditorCompany {
  owner: string;
  /** Names of guests who have it open now. */
  here: string[];
}

/** A public key that opens a workspace over SSH, and its owner. */
export interface AllowedKey {
  userId: string;
  /** OpenSSH form. */
  publicKey: string;
  /** `SHA256:…` */
  fingerprint: string;
}

/** A login with a certificate, for the audit log. */
export interface CertificateUse {
  /** The session or token it was issued to. */
  principal: string;
  serial: string;
  workspaceId: string;
  ipAddress: string;
}

export type WakeResult = { ok: true } | { ok: false; error: string };

/**
 * The gateway's view of workspaces and services; the features implement it. The gateway caches answers and forgets them
 * on the bus messages `workspace_changed`, `access_changed`, `editor_shares_changed` and `sessions_ended`.
 */
export interface GatewayDirectory {
  /** Null if no workspace with this slug exists, or it is deleted. */
  find(slug: string): Promise<GatewayTarget | null>;
  /** May this user, working in this organization, open the workspace? False if either is unknown. */
  mayOpen(user: { userId: string; organizationId: string }, workspaceId: string): Promise<boolean>;
  /** Is this user an active member of this organization? */
  isMember(user: { userId: string; organizationId: string }): Promise<boolean>;
  /** The share that lets this person into VS Code now, in their own session; null if there is none. */
  editorGuest(
    user: { userId: string; organizationId: string; sessionId: string },
    workspaceId: string,
  ): Promise<EditorGuest | null>;
  /** A guest opens VS Code. */
  noteGuest(shareId: string): Promise<void>;
  /** Null while the workspace's VS Code isn't shared. */
  editorCompany(workspaceId: string): Promise<EditorCompany | null>;
  /** How this person likes our pages; null for what they left to the browser. */
  preferencesOf(userId: string): Promise<{ theme: Theme | null; locale: string | null }>;
  /** Keys of everyone who may open the workspace now. */
  allowedKeys(workspaceId: string): Promise<AllowedKey[]>;
  /** The person who may enter with a certificate that was issued to this session or token; null if nobody may now. */
  certifiedUser(principal: string, workspaceId: string): Promise<string | null>;
  /** Somebody is about to enter with a certificate. */
  noteCertificate(use: CertificateUse): Promise<void>;
  /** Is the session a ticket came from still valid? */
  sessionIsGood(sessionId: string): Promise<boolean>;
  /** A person who may open the workspace visits this port for the first time. */
  notePort(workspaceId: string, port: number): Promise<void>;
  /** Somebody opens its web IDE. */
  noteOpened(workspaceId: string, userId: string): Promise<void>;
  /** A person just worked in the workspace (called at most once a minute per workspace and user). */
  recordActivity(workspaceId: string, userId: string): Promise<void>;
  /** The tcp ports that lead somewhere now. */
  tcpRoutes(): Promise<TcpRoute[]>;
  /**
   * Starts an Offline workspace on behalf of a person; returns at once, and a sleeping one is Active by then. A connection without a terminal may be an
   * editor reconnecting, which doesn't undo a stop by hand (`noteCut`).
   */
  wake(workspaceId: string, userId: string, asking: { withTerminal: boolean }): Promise<WakeResult>;
  /** This person's connection was open when the workspace stopped, and is cut. */
  noteCut(workspaceId: string, userId: string): Promise<void>;
  /**
   * Resolves with the fresh target once the workspace is Active, or null if it can't become so. `progress` gets init
   * messages.
   */
  waitUntilActive(
    workspaceId: string,
    progress: (text: string) => void,
    signal: AbortSignal,
  ): Promise<GatewayTarget | null>;
}
