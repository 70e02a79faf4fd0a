import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { requireManager } from '../people/index.ts';
import { findHost, type HostRecord } from './find-host.ts';

/** Hosts belong to the owner and admins. @throws Forbidden, NotFound */
export async function mustFindHost(context: Pick<Context, 'actor' | 'db'>, id: string): Promise<HostRecord> {
  requireManager(context.actor);
  const host = await findHost(context, context.actor.organizationId, id);
  if (!host) throw new NotFound();
  return host;
}

/** The same, locked until the transaction ends. @throws Forbidden, NotFound */
export async function lockHost(tx: Transaction, { actor }: Pick<Context, 'actor'>, id: string): Promise<HostRecord> {
  requireManager(actor);
  if (!isId(id)) throw new NotFound();
  const own = and(eq(hosts.id, id), eq(hosts.organizationId, actor.organizationId), ne(hosts.status, 'Deleted'));
  const [host] = await tx.select().from(hosts).where(own).for('update');
  if (!host) throw new NotFound();
  return host;
}
