import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Cause, WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Services } from '../context.ts';
import { addMessage, type Kind, type Living } from '../instances/index.ts';
import { organizationServices, serviceStatusChanges, workspaceStatusChanges, workspaces } from '../instances/tables.ts';
import { serviceKind } from '../services/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

type Step<R extends Living> = (tx: Transaction, resident: R, kind: Kind<R>) => Promise<void>;

/** Runs `step` for each workspace and service of a host that has one of these statuses, each locked in a transaction of its own. */
async function forEachResident(
  { db }: Services,
  hostId: string,
  statuses: WorkspaceStatus[],
  step: <R extends Living>(...args: Parameters<Step<R>>) => Promise<void>,
): Promise<void> {
  const visit = async <R extends Living>(kind: Kind<R>, table: typeof workspaces | typeof organizationServices) => {
    const here = and(eq(table.serverId, hostId), inArray(table.status, statuses));
    for (const { id } of await db.select({ id: table.id }).from(table).where(here)) {
      await db.transaction(async (tx) => {
        const resident = await kind.lock(tx, id);
        if (resident && statuses.includes(resident.status)) await step(tx, resident, kind);
      });
    }
  };
  await visit(workspaceKind, workspaces);
  await visit(serviceKind, organizationServices);
}

/** The host does not answer: what ran on it does not count as running any more. */
export async function noteResidentsLost(services: Services, hostId: string, hostName: string): Promise<void> {
  await forEachResident(services, hostId, ['Active'], async (tx, resident, kind) => {
    await kind.changeStatus(services, tx, resident, {
      to: 'Offline',
      cause: 'host_lost',
      detail: `The host ${hostName} does not answer. What ran on it starts again by itself when it is back.`,
    });
  });
}

/** The host is back: what it took along is started again. */
export async function bringResidentsBack(services: Services, hostId: string): Promise<void> {
  await forEachResident(services, hostId, ['Offline'], async (tx, resident, kind) => {
    if ((await lastCause(tx, kind.word, resident.id)) !== 'host_lost') return;
    const revision = resident.revision + 1;
    await kind.changeStatus(services, tx, resident, { to: 'Pending', cause: 'started', set: revised(revision) });
    const message = {
      id: resident.id,
      revision,
      code: FIRST_CODE[kind.word],
      text: 'The host is back. Starting again.',
    };
    await addMessage(services, tx, kind, message);
    await converge(tx, kind.word, resident.id);
  });
}

/** The host goes: everything on it is lost, with no safety copies. */
export async function deleteResidents(services: Services, hostId: string): Promise<void> {
  await forEachResident(
    services,
    hostId,
    ['Active', 'Offline', 'Pending', 'Pending Deletion'],
    async (tx, each, kind) => {
      await kind.changeStatus(services, tx, each, {
        to: 'Deleted',
        cause: 'scheduled',
        detail: 'Its host was deleted.',
        set: revised(each.revision + 1),
      });
      await converge(tx, kind.word, each.id);
    },
  );
}

const FIRST_CODE = { workspace: 'W01', service: 'E01' } as const;

function revised<R extends Living>(revision: number): Partial<R> {
  return { revision } as Partial<R>;
}

async function converge(tx: Transaction, word: 'workspace' | 'service', id: string): Promise<void> {
  if (word === 'workspace')
    await addJob(tx, 'workspaces.converge', { workspaceId: id }, { key: `workspaces.converge:${id}` });
  else await addJob(tx, 'services.converge', { serviceId: id }, { key: `services.converge:${id}` });
}

async function lastCause(tx: Transaction, word: 'workspace' | 'service', id: string): Promise<Cause | undefined> {
  const [last] =
    word === 'workspace'
      ? await tx
          .select({ cause: workspaceStatusChanges.cause })
          .from(workspaceStatusChanges)
          .where(eq(workspaceStatusChanges.workspaceId, id))
          .orderBy(desc(workspaceStatusChanges.id))
          .limit(1)
      : await tx
          .select({ cause: serviceStatusChanges.cause })
          .from(serviceStatusChanges)
          .where(eq(serviceStatusChanges.serviceId, id))
          .orderBy(desc(serviceStatusChanges.id))
          .limit(1);
  return last?.cause;
}
