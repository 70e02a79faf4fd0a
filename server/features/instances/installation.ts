import { newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { installation } from './tables.ts';

const known = new WeakMap<Dependencies['db'], Promise<string>>();

/** Label of this database's containers and networks. Created once, on first use. */
export function readInstallationId(dependencies: Pick<Dependencies, 'db'>): Promise<string> {
  const found = known.get(dependencies.db);
  if (found) return found;
  const reading = read(dependencies);
  known.set(dependencies.db, reading);
  reading.catch(() => known.delete(dependencies.db));
  return reading;
}

async function read({ db }: Pick<Dependencies, 'db'>): Promise<string> {
  await db.insert(installation).values({ id: newId() }).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The installation has no id');
  return row.id;
}
