import type { GatewayTarget } from '../../gateway/directory.ts';
import type { Dependencies } from '../context.ts';
import { httpPort, type ServiceRecord } from '../services/index.ts';
import {
  otherPortsOf,
  portLinksOf,
  portModes,
  portsWithTheirHost,
  visitorsOf,
  type WorkspaceRecord,
} from '../workspaces/index.ts';

/** What the gateway needs to know about a workspace. */
export async function workspaceTarget(
  dependencies: Pick<Dependencies, 'db' | 'clock'>,
  workspace: WorkspaceRecord,
): Promise<GatewayTarget> {
  const { id: workspaceId, organizationId, slug, status, engineId, containerId } = workspace;
  const [links, others] = await Promise.all([
    portLinksOf(dependencies, workspaceId),
    otherPortsOf(dependencies, workspaceId),
  ]);
  const visitors = visitorsOf(workspace, links, others);
  const otherPorts = others.map(({ port }) => port);
  const ports = portModes(workspace);
  const passHost = portsWithTheirHost(workspace);
  const asleep = workspace.asleepSince !== null;
  const where = { engineId, containerId, asleep };
  const ide = workspace.ide === 'none' ? {} : { ideOf: workspace.name };
  return { workspaceId, organizationId, slug, status, ...where, ports, otherPorts, visitors, passHost, ...ide };
}

/** What the gateway needs to know about a service with pages; null if it has none. */
export function serviceTarget(service: ServiceRecord): GatewayTarget | null {
  const port = httpPort(service);
  if (port === null) return null;
  const { id: workspaceId, organizationId, slug, status, engineId, containerId } = service;
  const ports = { 3000: 'disabled', 3030: 'disabled' } as const;
  return { workspaceId, organizationId, slug, status, engineId, containerId, ports, httpPort: port };
}
