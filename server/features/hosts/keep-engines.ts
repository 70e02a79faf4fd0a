import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { hosts, nodes } from '../machines/tables.ts';
import { engineConfig } from './machine.ts';

/**
 * Keeps this process's engines in line with the tables of hosts and nodes: reads them once, and again whenever an engine
 * is added, removed or moved. Runs in every process, whatever its roles. Returns how to stop it.
 */
export async function keepHostEngines(dependencies: Dependencies): Promise<() => Promise<void>> {
  const { bus, log } = dependencies;
  const orLog = (work: Promise<void>) =>
    void work.catch((error) => log.error({ err: error }, 'the engines of hosts could not be read'));
  const stop = await bus.listen(
    'host_changed',
    ({ id }) => orLog(loadEngines(dependencies, id)),
    () => orLog(loadEngines(dependencies)),
  );
  await loadEngines(dependencies);
  return stop;
}

/** Reads the engine of one host or node, or of all. */
export async function loadEngines(
  dependencies: Pick<Dependencies, 'db' | 'engines' | 'log' | 'secrets'>,
  id?: string,
): Promise<void> {
  const { db, engines, log } = dependencies;
  const wanted = and(isNotNull(hosts.machine), isNull(hosts.releasedAt), id ? eq(hosts.id, id) : undefined);
  const inPool = and(isNotNull(nodes.machine), isNull(nodes.removedAt), id ? eq(nodes.id, id) : undefined);
  const rows = [
    ...(await db.select({ id: hosts.id, machine: hosts.machine }).from(hosts).where(wanted)),
    ...(await db.select({ id: nodes.id, machine: nodes.machine }).from(nodes).where(inPool)),
  ];
  const there = new Set<string>();
  for (const row of rows) {
    there.add(row.id);
    try {
      const config = engineConfig(dependencies, row);
      if (config) engines.set(config);
    } catch (error) {
      log.error({ err: error, engineId: row.id }, 'how an engine is reached can’t be read');
    }
  }
  const [own] = engines.list();
  const gone = id ? [id] : engines.list().map((engine) => engine.id);
  for (const each of gone) if (!there.has(each) && each !== own?.id) engines.drop(each);
}
