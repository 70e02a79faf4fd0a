import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Cause, WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../context.ts';

/** Columns of everything that lives in a container of its own: workspaces and services. */
export interface Living {
  id: string;
  organizationId: string;
  /** Its host name, on the private network as well. */
  slug: string;
  engineId: string;
  status: WorkspaceStatus;
  /** What the person asked for last; counts up with every start, stop and delete. */
  revision: number;
  containerId: string | null;
  /** When it was first Active; a launch that fails before leaves nothing behind. */
  launchedAt: Date | null;
  cpuCores: number;
  memoryMb: number;
}

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

/** What the common life of containers has to know about one kind of thing. */
export interface Kind<R extends Living> {
  /** As sentences name it. */
  word: 'workspace' | 'service';
  /** Begins the codes of its init messages. */
  letter: 'W' | 'E';
  /** On its containers, with its id. */
  label: string;
  containerName(id: string): string;
  read(services: Pick<Services, 'db'>, id: string): Promise<R | null>;
  /** The row, locked until the transaction ends. */
  lock(tx: Transaction, id: string): Promise<R | null>;
  /** The one way it changes status: checks the machine, keeps the cause, tells gateways and pages. */
  changeStatus(
    services: Pick<Services, 'bus' | 'clock' | 'publish'>,
    tx: Transaction,
    record: R,
    change: StatusChange<R>,
  ): Promise<unknown>;
  /** When it got the status it has. */
  lastAsked(services: Pick<Services, 'db'>, id: string): Promise<Date | null>;
  /** Where its init messages are kept and told. */
  messages: {
    table: PgTable;
    owner: PgColumn;
    room: 'workspaceinit' | 'serviceinit' | 'hostinit';
  };
}
