import { newId } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import { installation } from './tables.ts';

const known = new WeakMap<Services['db'], Promise<string>>();

/** Label of this database's containers and networks. Created once, on first use. */
export function readInstallationId(services: Pick<Services, 'db'>): Promise<string> {
  const found = known.get(services.db);
  if (found) return found;
  const reading = read(services);
  known.set(services.db, reading);
  reading.catch(() => known.delete(services.db));
  return reading;
}

async function read({ db }: Pick<Services, 'db'>): Promise<string> {
  await db.insert(installation).values({ id: newId() }).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The installation has no id');
  return row.id;
}
