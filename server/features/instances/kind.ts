import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AuditAction } from '#shared/features/audit/actions.ts';
import type { Cause, WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Actor, Services } from '../context.ts';
import type { Instance } from './tables.ts';

export type { Instance } from './tables.ts';

/** Who asks, and in which organization. */
export type Asking = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

/** What a change is told with. */
export type Telling = Pick<Services, 'bus' | 'clock' | 'publish'>;

export interface StatusChange<R> {
  to: WorkspaceStatus;
  cause: Cause;
  /** One sentence for the person, when the cause alone does not say it. */
  detail?: string;
  /** Who did it; left out for the system. */
  userId?: string;
  /** Columns that change with it. */
  set?: Partial<R>;
}

/** Where init messages are kept and told. */
export interface MessagePlace {
  table: PgTable;
  owner: PgColumn;
  room: 'workspaceinit' | 'serviceinit' | 'hostinit';
}

/** Whole sentences of one kind, as people read and catalogues translate them. */
export interface Sentences {
  starting: string;
  restarting: string;
  cannotStart(status: WorkspaceStatus): string;
  cannotStop(status: WorkspaceStatus): string;
  cannotRestart(status: WorkspaceStatus): string;
  cannotBecome(status: WorkspaceStatus, to: WorkspaceStatus): string;
  changedMeanwhile: string;
  deleteProtected: string;
  /** A program in it was ended for want of memory, and it goes on. */
  outOfMemory: string;
  mustBeStopped: string;
  nothingToKeep: string;
}

/** What the core has to know of workspaces, or of services, to change one in a transaction. */
export interface Kind<R extends Instance = Instance> {
  word: 'workspace' | 'service';
  /** In rooms. */
  plural: 'workspaces' | 'services';
  /** Begins the codes of its init messages. */
  letter: 'W' | 'E';
  /** On its containers, with its id. */
  label: string;
  /** What its container may take to write everything down when it is stopped; the engine's own time when left out. */
  stopSeconds?: number;
  messages: MessagePlace;
  sentences: Sentences;
  /** As the audit log calls what is done with it. */
  actions: Record<'start' | 'stop' | 'restart' | 'snapshot' | 'delete', AuditAction>;
  /** May somebody who sees it come in by the gateway? That starts it as well. */
  mayOpen(actor: Asking, record: R): boolean;
  /** Start and stop. @throws Forbidden */
  requireOperate(actor: Asking, record: R): void;
  /** Change, snapshot and delete. @throws Forbidden */
  requireManage(actor: Asking, record: R): void;
  /**
   * Finds out how much room there is, and gives what checks and holds it for a start until a transaction ends.
   * @throws Unavailable
   */
  findRoom(
    services: Pick<Services, 'config' | 'clock' | 'engines' | 'log'>,
    record: R,
  ): Promise<(tx: Transaction) => Promise<void>>;
  /** Columns of its own that change with the status. */
  columnsOn(to: WorkspaceStatus): Partial<R>;
  /** Removes what it has in other tables. */
  onDeleted(tx: Transaction, id: string): Promise<void>;
  /** Has what a deleted one holds kept for a while, where that is promised. */
  keepCopy(services: Telling, tx: Transaction, record: R): Promise<void>;
  /** What a snapshot says of it. */
  describe(record: R): Description;
  /** Why it has nothing that a snapshot could keep; null when it has. */
  whyNoSnapshot(record: R): string | null;
  /** Environment variables that go into no image. */
  secretVariables(record: R): string[];
}

export interface Description {
  language: string;
  languageVersion: string | null;
  database: string;
  gitUrl: string | null;
  /** Of a service: its item of the catalogue, and its values, sealed. */
  catalogueId?: string;
  environment?: string;
}

declare module '../context.ts' {
  interface Kinds {
    workspace: Kind;
    service: Kind;
  }
}
