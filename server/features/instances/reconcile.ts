import { and, eq, ne } from 'drizzle-orm';
import type { ContainerSummary, Engine } from '../../compute/engine.ts';
import { isId } from '../../platform/ids.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { Dependencies } from '../context.ts';
import { requestConvergence } from './converge-job.ts';
import { readInstallationId } from './installation.ts';
import { INSTALLATION_LABEL, networkName, ORGANIZATION_LABEL } from './names.ts';
import { removeNetwork } from './networks.ts';
import { noteEnded } from './note-ended.ts';
import { readInstance } from './read.ts';
import { readRecords } from './records.ts';
import type { Runner } from './runner.ts';
import { forgetGone, type Left, readLeft, settleLeft } from './settle-left.ts';
import { spanOn } from './span-machines.ts';
import { forgetSpares, readSpares } from './spares.ts';
import { type Instance, instances } from './tables.ts';
import { withWorkLock } from './work-lock.ts';

/** How many engines are compared at a time: one that is slow to answer must not keep the others waiting. */
const LANES = 8;

/**
 * Compares every engine with the database and corrects both. An engine that doesn't answer is skipped, and checked
 * again in a minute.
 */
export async function reconcile(dependencies: Dependencies, runners: readonly Runner[]): Promise<void> {
  await inLanes(dependencies.engines.list(), LANES, async (engine) => {
    try {
      await reconcileEngine(dependencies, runners, engine);
    } catch (error) {
      dependencies.log.warn({ err: error, engineId: engine.id }, 'engine could not be reconciled');
    }
  });
}

/** The same for one engine. @throws EngineError if it doesn't answer */
export async function reconcileEngine(
  dependencies: Dependencies,
  runners: readonly Runner[],
  engine: Engine,
): Promise<void> {
  const installationId = await readInstallationId(dependencies);
  const networks = await engine.listNetworks({ [INSTALLATION_LABEL]: installationId, [ORGANIZATION_LABEL]: '' });
  const here = await readLeft(dependencies, engine);
  const used = new Set<string>();
  for (const runner of runners) {
    for (const { organizationId } of await reconcileKind(dependencies, runner, engine, here))
      used.add(networkName(organizationId));
  }
  await forgetGone(dependencies, runners, engine, here, installationId);
  for (const { organizationId } of await readSpares(dependencies.db, engine.id)) used.add(networkName(organizationId));
  for (const { name } of networks) {
    if (!used.has(name)) await removeNetwork(engine, name.slice(networkName('').length));
  }
  await spanOn(dependencies, engine);
}

/** @returns the existing ones of this kind */
async function reconcileKind(
  dependencies: Dependencies,
  runner: Runner,
  engine: Engine,
  here: readonly Left[],
): Promise<Instance[]> {
  const { db } = dependencies;
  const ours = { [INSTALLATION_LABEL]: await readInstallationId(dependencies), [runner.label]: '' };
  const ready = (await readSpares(db, engine.id)).filter(({ status }) => status === 'ready');
  // The engine first: whatever is created from here on belongs to a row that is read below.
  const containers = await settleLeft(dependencies, runner, engine, here, await engine.list(ours));
  const rows = await readRecords(db, runner, and(eq(instances.engineId, engine.id), ne(instances.status, 'Deleted')));
  const live = new Set([...rows, ...(await readSpares(db, engine.id))].map(({ id }) => id));
  const states = new Map<string, ContainerSummary['status']>();
  for (const container of containers) {
    const id = container.labels[runner.label] ?? '';
    states.set(id, container.status);
    if (!live.has(id)) await removeOrphan(dependencies, runner, engine, container);
  }
  if (runner.word === 'workspace') {
    const dead = ready.filter(({ id }) => states.get(id) !== 'paused').map(({ id }) => id);
    await forgetSpares(db, dead);
  }
  for (const row of rows) await mend(dependencies, runner, engine, row, states.get(row.id));
  for (const id of await runner.idsToCopy(db, engine.id)) await requestConvergence(db, runner, id);
  return rows;
}

async function removeOrphan(
  dependencies: Dependencies,
  runner: Runner,
  engine: Engine,
  container: ContainerSummary,
): Promise<void> {
  const id = container.labels[runner.label] ?? '';
  await withWorkLock(dependencies, `${runner.word}.${id}`, async () => {
    const row = isId(id) ? await readInstance(dependencies, runner, id) : null;
    if (row && row.status !== 'Deleted') return;
    dependencies.log.info({ container: container.name }, `removing a container without a ${runner.word}`);
    if (row) await runner.dismantle(dependencies, engine, row);
    else await engine.remove(container.id);
  });
}

/** A job for an instance that somebody is already working on does no harm. */
async function mend(
  dependencies: Dependencies,
  runner: Runner,
  engine: Engine,
  row: Instance,
  state: ContainerSummary['status'] | undefined,
): Promise<void> {
  const asleep = row.asleepSince !== null;
  const isAmiss = asleep ? state !== 'paused' : row.status === 'Active' && state !== 'running';
  if (isAmiss) await noteEnded(dependencies, runner, engine, row.id, 'reconcile');
  const isOff = row.status === 'Offline' || row.status === 'Pending Deletion';
  const mustStop = isOff && !asleep && (state === 'running' || state === 'paused');
  const unfinished = row.status === 'Active' && runner.isUnfinished(row);
  if (row.status === 'Pending' || mustStop || unfinished) {
    await requestConvergence(dependencies.db, runner, row.id);
  }
}
