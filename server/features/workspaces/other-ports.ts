import { and, eq, notInArray, sql } from 'drizzle-orm';
import { isWorkspacePort, PORTS } from '#shared/features/workspaces/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { OtherPort } from './port-visitors.ts';
import { workspacePortLinks, workspacePorts } from './tables.ts';

/** More than a person opens; each may get a certificate, so a program that listens everywhere must not fill them all. */
const MOST = 100;

/** Can this be the port of a program, without a mode of its own? */
export function isOtherPort(port: number): boolean {
  return isWorkspacePort(port) && !PORTS.some((each) => each === port);
}

/** Keeps what is said of a port besides 3000 and 3030. */
export async function keepPort(
  executor: Executor,
  workspaceId: string,
  port: Partial<OtherPort> & Pick<OtherPort, 'port'>,
): Promise<void> {
  const row = executor.insert(workspacePorts).values({ workspaceId, ...port });
  const { port: _number, ...said } = port;
  if (Object.keys(said).length === 0) await row.onConflictDoNothing();
  else await row.onConflictDoUpdate({ target: [workspacePorts.workspaceId, workspacePorts.port], set: said });
}

/** Remembers a port that somebody visits or that was seen in use, while there is room for it. */
export async function notePort({ db }: Pick<Dependencies, 'db'>, workspaceId: string, port: number): Promise<void> {
  if (!isOtherPort(port)) return;
  await db.transaction(async (tx) => {
    const [kept] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(workspacePorts)
      .where(eq(workspacePorts.workspaceId, workspaceId));
    if ((kept?.count ?? 0) >= MOST) await forgetOne(tx, workspaceId);
    await keepPort(tx, workspaceId, { port });
  });
}

/** One that nobody opened and the project doesn't name. */
async function forgetOne(tx: Transaction, workspaceId: string): Promise<void> {
  const linked = tx
    .select({ port: workspacePortLinks.port })
    .from(workspacePortLinks)
    .where(eq(workspacePortLinks.workspaceId, workspaceId));
  const [idle] = await tx
    .select({ port: workspacePorts.port })
    .from(workspacePorts)
    .where(
      and(
        eq(workspacePorts.workspaceId, workspaceId),
        eq(workspacePorts.visibility, 'private'),
        sql`label is null`,
        notInArray(workspacePorts.port, linked),
      ),
    )
    .limit(1);
  if (idle) {
    await tx
      .delete(workspacePorts)
      .where(and(eq(workspacePorts.workspaceId, workspaceId), eq(workspacePorts.port, idle.port)));
  }
}
