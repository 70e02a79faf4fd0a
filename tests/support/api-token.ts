import { apiTokens } from '#server/features/auth/tables.ts';
import type { Dependencies } from '#server/features/context.ts';
import { hashToken, newId, newToken } from '#server/platform/ids.ts';

type Limits = Partial<
  Pick<typeof apiTokens.$inferInsert, 'name' | 'scopes' | 'reach' | 'workspaceIds' | 'atOnce' | 'cents' | 'expiresAt'>
>;

/** An API token of somebody, made without their password; may do everything unless told otherwise. */
export async function mintApiToken(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  whose: { userId: string; organizationId: string },
  limits: Limits = {},
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), `slipway_${newToken()}`];
  const { userId, organizationId } = whose;
  const shown = { name: 'Nightly build', hint: token.slice(-4), createdAt: clock.now() };
  await db.insert(apiTokens).values({ id, userId, organizationId, tokenHash: hashToken(token), ...shown, ...limits });
  return { id, token };
}
