import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { ContainerSummary, Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { overlayName } from '../../compute/overlays.ts';
import type { Executor } from '../../platform/database.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { nodes } from '../machines/tables.ts';
import { readInstallationId } from './installation.ts';
import { containerName, INSTALLATION_LABEL, ORGANIZATION_LABEL } from './names.ts';
import { instances } from './tables.ts';

/** On overlays; bridges carry `ORGANIZATION_LABEL`. */
const OVERLAY_LABEL = 'slipway.overlay';
/** Only the swarm's manager makes and removes overlays. */
const MANAGER = 'local';
const LANES = 8;
/** The first container on a node also brings the overlay there. */
const JOIN_MS = 60_000;

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Lets an organization's instances on different machines of the pool reach one another. */
    'instances.span-machines': { organizationId: string };
  }
}

/** Asks a worker, on commit, to connect an organization's machines if it is on several of them. */
export async function requestSpan(executor: Executor, organizationId: string): Promise<void> {
  const [spanning] = await readSpanning(executor, { organizationId });
  const key = `instances.span-machines:${organizationId}`;
  if (spanning) await addJob(executor, 'instances.span-machines', { organizationId }, { key });
}

/** Does so now, on the machines that the swarm hears from. */
export async function spanMachines(dependencies: Dependencies, organizationId: string): Promise<void> {
  const { db, engines } = dependencies;
  const answering = await db
    .selectDistinct({ id: nodes.id })
    .from(nodes)
    .innerJoin(instances, eq(instances.engineId, nodes.id))
    .where(
      and(
        eq(instances.organizationId, organizationId),
        ne(instances.status, 'Deleted'),
        isNull(nodes.removedAt),
        isNull(nodes.lostAt),
      ),
    );
  const ids = new Set(answering.map(({ id }) => id));
  const there = engines.list().filter(({ id }) => ids.has(id));
  await inLanes(there, LANES, (engine) => spanOn(dependencies, engine, organizationId));
}

/** An engine or manager that doesn't answer is logged, and asked again with the next reconciliation. */
export async function spanOn(dependencies: Dependencies, engine: Engine, organizationId?: string): Promise<void> {
  try {
    await span(dependencies, engine, organizationId);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    dependencies.log.warn({ err: error, engineId: engine.id }, 'a machine is not connected with the others yet');
  }
}

/**
 * On one machine of the pool: attaches the running containers of organizations that are on other machines as well to
 * their overlays, and detaches the others. Idempotent. On the manager also removes overlays that nobody needs.
 * @param organizationId if only its containers are to be looked at
 * @throws EngineError
 */
async function span(dependencies: Dependencies, engine: Engine, organizationId?: string): Promise<void> {
  const { db, log } = dependencies;
  const [node] = await db
    .select({ id: nodes.id })
    .from(nodes)
    .where(and(eq(nodes.id, engine.id), isNull(nodes.removedAt)));
  if (!node) return;
  const installation = await readInstallationId(dependencies);
  const labels = { [INSTALLATION_LABEL]: installation, [ORGANIZATION_LABEL]: organizationId ?? '' };
  // The engine first: whatever is created from here on belongs to a row that is read below.
  const containers = await engine.list(labels);
  const spanning = new Set(await readSpanning(db, organizationId ? { organizationId } : { engineId: engine.id }));
  // What was left here while its row is on another machine has no place beside it.
  const slugs = await readSlugs(db, engine);
  for (const container of containers) {
    const organization = container.labels[ORGANIZATION_LABEL] ?? '';
    const overlay = overlayName(installation, organization);
    const slug = slugs.get(container.name);
    const isWanted = slug !== undefined && spanning.has(organization) && isUp(container);
    if (isWanted === container.networks.includes(overlay)) continue;
    if (isWanted) {
      await ensureOverlay(dependencies, overlay, { [INSTALLATION_LABEL]: installation, [OVERLAY_LABEL]: organization });
    }
    const changing = isWanted
      ? engine.connectNetwork(overlay, container.name, slug, { timeoutMs: JOIN_MS })
      : engine.disconnectNetwork(overlay, container.name);
    await changing.catch((error) => {
      // Its container may have ended meanwhile; the others are waiting.
      if (!isEngineError(error) || isEngineError(error, 'unreachable')) throw error;
      log.warn({ err: error, container: container.name }, 'a container could not change networks');
    });
  }
  if (engine.id === MANAGER && !organizationId) await removeUnneeded(dependencies, engine, installation);
}

/** A frozen one has its place, and its address, when it goes on. */
function isUp({ status }: ContainerSummary): boolean {
  return status === 'running' || status === 'paused';
}

async function ensureOverlay(
  { engines, config }: Dependencies,
  name: string,
  labels: Record<string, string>,
): Promise<void> {
  await engines.get(MANAGER).ensureNetwork({ name, labels, overlay: { encrypted: config.poolEncrypt } });
}

/** The swarm keeps what another machine's containers still use until they have left. */
async function removeUnneeded({ db, log }: Dependencies, manager: Engine, installation: string): Promise<void> {
  const found = await manager.listNetworks({ [INSTALLATION_LABEL]: installation, [OVERLAY_LABEL]: '' });
  if (found.length === 0) return;
  const spanning = new Set(await readSpanning(db));
  for (const { name, labels } of found) {
    if (spanning.has(labels[OVERLAY_LABEL] ?? '')) continue;
    await manager.removeNetwork(name).catch((error) => {
      if (!isEngineError(error, 'conflict', 'other')) throw error;
      log.debug({ err: error, network: name }, 'an overlay is still in use');
    });
  }
}

/** Organizations that are on several machines of the pool: all of them, one, or those that are on one machine. */
async function readSpanning(
  executor: Executor,
  only: { organizationId?: string; engineId?: string } = {},
): Promise<string[]> {
  const { organizationId, engineId } = only;
  const onEngine = executor
    .select({ id: instances.organizationId })
    .from(instances)
    .where(and(eq(instances.engineId, engineId ?? ''), ne(instances.status, 'Deleted')));
  const found = await executor
    .select({ id: instances.organizationId })
    .from(instances)
    .innerJoin(nodes, and(eq(nodes.id, instances.engineId), isNull(nodes.removedAt)))
    .where(
      and(
        ne(instances.status, 'Deleted'),
        organizationId ? eq(instances.organizationId, organizationId) : undefined,
        engineId ? inArray(instances.organizationId, onEngine) : undefined,
      ),
    )
    .groupBy(instances.organizationId)
    .having(sql`count(distinct ${instances.engineId}) > 1`);
  return found.map(({ id }) => id);
}

/** By the names of their containers. */
async function readSlugs(executor: Executor, engine: Engine): Promise<Map<string, string>> {
  const rows = await executor
    .select({ id: instances.id, kind: instances.kind, slug: instances.slug })
    .from(instances)
    .where(and(eq(instances.engineId, engine.id), ne(instances.status, 'Deleted')));
  return new Map(rows.map(({ id, kind, slug }) => [containerName(kind, id), slug]));
}
