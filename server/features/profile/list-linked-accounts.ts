import { eq } from 'drizzle-orm';
import { configuredProviders } from '../auth/index.ts';
import { accounts } from '../auth/tables.ts';
import type { Context } from '../context.ts';

/** The available providers, and since when the caller can sign in with each. */
export async function listLinkedAccounts({ actor, config, db }: Context) {
  const linked = await db.select().from(accounts).where(eq(accounts.userId, actor.userId));
  return configuredProviders(config).map(({ id, name }) => ({
    provider: id,
    name,
    linked_date: linked.find(({ providerId }) => providerId === id)?.createdAt.toISOString() ?? null,
  }));
}
