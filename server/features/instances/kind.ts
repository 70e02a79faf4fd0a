import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AuditAction } from '#shared/features/audit/actions.ts';
import type { Cause, WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Actor, Dependencies } from '../context.ts';
import type { Instance, instances } from './tables.ts';

export type { Instance } from './tables.ts';

/** Who asks, and in which organization. */
export type Requester = Pick<Actor, 'userId' | 'organizationId' | 'role' | 'apiToken'>;

/** What changing an instance takes, and telling open pages and gateways of it. */
export type ChangeDependencies = Pick<Dependencies, 'bus' | 'clock' | 'publish'>;

export interface StatusChange<R> {
  to: WorkspaceStatus;
  cause: Cause;
  /** One sentence for the person, if the cause alone doesn't say it. */
  detail?: string;
  /** Who did it; left out for the system. */
  userId?: string;
  /** Columns that change with it. */
  set?: Partial<R>;
}

/** A table of the columns that only one kind has, by the id of its instance. */
export type KindTable = PgTable & { id: PgColumn };

/** Where init messages are stored and sent. */
export interface MessagePlace {
  table: PgTable;
  owner: PgColumn;
  room: 'workspaceinit' | 'serviceinit' | 'hostinit';
}

/** Whole sentences about one kind, as people read and catalogues translate them. */
export interface Sentences {
  starting: string;
  restarting: string;
  cannotStart(status: WorkspaceStatus): string;
  cannotStop(status: WorkspaceStatus): string;
  cannotRestart(status: WorkspaceStatus): string;
  cannotBecome(status: WorkspaceStatus, to: WorkspaceStatus): string;
  changedMeanwhile: string;
  deleteProtected: string;
  /** A program in it was killed for lack of memory, and it keeps running. */
  outOfMemory: string;
  mustBeStopped: string;
  nothingToKeep: string;
}

/** What the core needs to know about workspaces or services to change one in a transaction. */
export interface Kind<R extends Instance = Instance> {
  word: (typeof instances.kind.enumValues)[number];
  table: KindTable;
  /** In rooms. */
  plural: 'workspaces' | 'services';
  /** Begins the codes of its init messages. */
  letter: 'W' | 'E';
  /** On its containers, with its id. */
  label: string;
  /** How long its container may take to flush when it is stopped; default the engine's own time. */
  stopSeconds?: number;
  messages: MessagePlace;
  sentences: Sentences;
  /** The names of its actions in the audit log. */
  actions: Record<'start' | 'stop' | 'restart' | 'snapshot' | 'delete', AuditAction>;
  /** May somebody who sees it enter through the gateway? That starts it as well. */
  mayOpen(actor: Requester, record: R): boolean;
  /** Start and stop. @throws Forbidden */
  requireOperate(actor: Requester, record: R): void;
  /** Change, snapshot and delete. @throws Forbidden */
  requireManage(actor: Requester, record: R): void;
  /**
   * Looks up the free room, and returns the function that checks and reserves it for a start until a transaction ends.
   * @throws Unavailable
   */
  findRoom(
    dependencies: ChangeDependencies & Pick<Dependencies, 'config' | 'engines' | 'kinds' | 'log'>,
    record: R,
  ): Promise<(tx: Transaction) => Promise<void>>;
  /** Its own columns that change with the status. */
  columnsOn(to: WorkspaceStatus): Partial<R>;
  /** Removes its rows in other tables. */
  onDeleted(tx: Transaction, id: string): Promise<void>;
  /** Keeps what a deleted one holds for a while, if that is promised. */
  keepCopy(dependencies: ChangeDependencies, tx: Transaction, record: R): Promise<void>;
  /** What a snapshot says of it. */
  describe(record: R): Description;
  /** Why it has nothing a snapshot could keep; null if it has. */
  whyNoSnapshot(record: R): string | null;
  /** Environment variables that must not travel with an image. */
  secretVariables(record: R): string[];
}

export interface Description {
  language: string;
  languageVersion: string | null;
  moreLanguages: string[];
  database: string;
  gitUrl: string | null;
  /** For a service: its catalogue item, and its values, encrypted. */
  catalogueId?: string;
  environment?: string;
}

declare module '../context.ts' {
  interface Kinds {
    workspace: Kind;
    service: Kind;
  }
}
