import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { takeTurns } from '../../platform/take-turns.ts';
import { organizationServices } from '../services/tables.ts';
import { slugs } from './slugs.ts';
import { workspaces } from './tables.ts';

/**
 * A host name for a workspace or a service of this name that none has, the preferred one if it is free; nobody else gets it until the transaction ends.
 * @throws Conflict when all that come to mind are taken
 */
export async function holdFreeSlug(tx: Transaction, name: string, preferred?: string): Promise<string> {
  for (const slug of [...(preferred ? [preferred] : []), ...slugs(name)]) {
    await takeTurns(tx, `slug.${slug}`);
    if (!(await isTaken(tx, slug))) return slug;
  }
  throw new Conflict('No free address was found for this name. Please choose another one.');
}

async function isTaken(tx: Transaction, slug: string): Promise<boolean> {
  for (const table of [workspaces, organizationServices]) {
    const [row] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.slug, slug), ne(table.status, 'Deleted')))
      .limit(1);
    if (row) return true;
  }
  return false;
}
