import { eq, type InferSelectModel } from 'drizzle-orm';
import type { Executor } from '../../../platform/database.ts';
import { isId } from '../../../platform/ids.ts';
import { oauthClients } from '../../auth/tables.ts';
import { OAuthRefusal } from './oauth-refusal.ts';

export type Client = InferSelectModel<typeof oauthClients>;

export async function findClient(executor: Executor, id: string): Promise<Client | undefined> {
  if (!isId(id)) return undefined;
  const [found] = await executor.select().from(oauthClients).where(eq(oauthClients.id, id));
  return found;
}

/** A client that is told so registers again. @throws OAuthRefusal */
export async function requireClient(executor: Executor, id: string): Promise<void> {
  if (!(await findClient(executor, id))) throw new OAuthRefusal('invalid_client');
}
