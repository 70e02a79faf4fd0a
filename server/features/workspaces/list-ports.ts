import type { OtherPort } from '#shared/features/workspaces/ports.ts';
import type { Context } from '../context.ts';
import { containerName, findInstance } from '../instances/index.ts';
import { workspaceKind } from './kind.ts';
import { LISTENING, type Listener, readListeners } from './listeners.ts';
import { isOtherPort, notePort } from './other-ports.ts';
import { otherPortsOf, portLinksOf, publicUntil, visibilityOf, visitorsOf } from './port-visitors.ts';
import { portAddress } from './presenter.ts';
import { createReadings, notResponding } from './readings.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 500_000;
/** A program that listens on every port fills neither the page nor the table. */
const MOST_SEEN = 50;

const read = createReadings<Listener[]>(3_000);

/**
 * The ports of a workspace besides 3000 and 3030 that somebody may want to visit: where something listens now, and those
 * that were opened or that the project names. @throws NotFound, Unavailable
 */
export async function listPorts(context: Context, input: { id: string }): Promise<OtherPort[]> {
  const { actor, clock, config, db, engines } = context;
  const workspace = await findInstance(db, workspaceKind, actor, input.id);
  const ask = async () => {
    const asked = { command: ['sh', '-c', LISTENING], maxBytes: MAX_BYTES };
    const container = containerName('workspace', workspace.id);
    return readListeners(
      (await engines.get(workspace.engineId).run(container, asked, { timeoutMs: TIMEOUT_MS })).stdout,
    );
  };
  const [links, kept, listeners] = await Promise.all([
    portLinksOf(context, workspace.id),
    otherPortsOf(context, workspace.id),
    workspace.status === 'Active'
      ? read(engines.get(workspace.engineId), workspace.id, clock.now(), ask).catch(notResponding)
      : [],
  ]);
  const seen = listeners.filter(({ port }) => isOtherPort(port)).slice(0, MOST_SEEN);
  for (const { port } of seen) {
    if (!kept.some((each) => each.port === port)) await notePort(context, workspace.id, port);
  }
  const visitors = visitorsOf(workspace, links, kept);
  const shown = kept.filter((each) => each.label !== null || visitors[each.port]);
  const ports = new Set([...shown, ...seen].map(({ port }) => port));
  return [...ports]
    .filter((port) => !kept.some((each) => each.port === port && each.ignored && !visitors[port]))
    .sort((a, b) => a - b)
    .map((port) => {
      const listener = seen.find((each) => each.port === port);
      return {
        port,
        label: kept.find((each) => each.port === port)?.label || null,
        program: listener?.program ?? null,
        listening: listener !== undefined,
        address: portAddress(config, workspace, port),
        visibility: visibilityOf(visitors, port),
        public_until: publicUntil(visitors, port),
      };
    });
}
