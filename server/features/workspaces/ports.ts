import { and, eq, sql } from 'drizzle-orm';
import { PORTS, type PortMode, type WorkspacePort } from '#shared/features/workspaces/model.ts';
import type { TcpRoute } from '../../gateway/directory.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { instances } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceTcpPorts } from './tables.ts';

type Modes = Pick<WorkspaceRecord, 'port3000' | 'port3030'>;

export function portModes(workspace: Modes): Record<WorkspacePort, PortMode> {
  return { 3000: workspace.port3000, 3030: workspace.port3030 };
}

/** Ports whose programs see the public host. */
export function portsWithTheirHost(
  workspace: Pick<WorkspaceRecord, 'port3000PassHost' | 'port3030PassHost'>,
): WorkspacePort[] {
  return PORTS.filter((port) => workspace[`port${port}PassHost`]);
}

/**
 * Gives each tcp port of a workspace a gateway port, and takes back the others'. A port keeps its number while it stays
 * tcp; the gateway forwards, so neither a change nor a start recreates the container.
 * @throws Conflict if no port of SLIPWAY_TCP_PORTS is free
 */
export async function assignTcpPorts(
  { config }: Pick<Dependencies, 'config'>,
  tx: Transaction,
  workspace: Pick<WorkspaceRecord, 'id'> & Modes,
): Promise<void> {
  const modes = portModes(workspace);
  const had = await tcpPortsOf(tx, workspace.id);
  for (const port of PORTS) {
    if (modes[port] === 'tcp' && !had.has(port)) await takeFreePort(tx, config.tcpPorts, workspace.id, port);
    if (modes[port] !== 'tcp' && had.has(port)) {
      await tx
        .delete(workspaceTcpPorts)
        .where(and(eq(workspaceTcpPorts.workspaceId, workspace.id), eq(workspaceTcpPorts.containerPort, port)));
    }
  }
}

/** A random one, so that people who know a returned port's address don't soon meet another workspace. */
async function takeFreePort(
  tx: Transaction,
  range: Dependencies['config']['tcpPorts'],
  workspaceId: string,
  containerPort: WorkspacePort,
): Promise<void> {
  await holdNamedLock(tx, 'tcp-ports');
  const [free] = await tx.execute<{ port: number }>(sql`
    select port from generate_series(${range.first}::int, ${range.last}::int) as candidate(port)
    where not exists (select 1 from ${workspaceTcpPorts} where ${workspaceTcpPorts.port} = candidate.port)
    order by random() limit 1`);
  if (!free) throw new Conflict(say('workspaces.tcpPortsFull'));
  await tx.insert(workspaceTcpPorts).values({ port: free.port, workspaceId, containerPort });
}

/** Ports inside the workspace → ports of the gateway. */
export async function tcpPortsOf(executor: Executor, workspaceId: string): Promise<Map<number, number>> {
  const rows = await executor
    .select({ containerPort: workspaceTcpPorts.containerPort, port: workspaceTcpPorts.port })
    .from(workspaceTcpPorts)
    .where(eq(workspaceTcpPorts.workspaceId, workspaceId));
  return new Map(rows.map((row) => [row.containerPort, row.port]));
}

/** Everything the tcp gateway should forward now: the tcp ports of running workspaces. */
export async function listTcpRoutes({ db }: Pick<Dependencies, 'db'>): Promise<TcpRoute[]> {
  const rows = await db
    .select({
      port: workspaceTcpPorts.port,
      containerPort: workspaceTcpPorts.containerPort,
      engineId: instances.engineId,
      containerId: instances.containerId,
    })
    .from(workspaceTcpPorts)
    .innerJoin(instances, eq(instances.id, workspaceTcpPorts.workspaceId))
    .where(eq(instances.status, 'Active'));
  return rows.flatMap(({ containerId, ...route }) => (containerId ? [{ ...route, containerId }] : []));
}
