import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { DAY, HOUR } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { mailTokens } from './tables.ts';

export type TokenPurpose = (typeof mailTokens.purpose.enumValues)[number];

/** A confirmation waits longer, for people who rarely read their mail. */
const LIFETIME_MS: Record<TokenPurpose, number> = { confirm_email: 30 * DAY, reset_password: HOUR, invite: 7 * DAY };

type TokenDependencies = Pick<Dependencies, 'clock'>;

/** A new single-use token for a mail. Only its hash is kept. */
export async function issueMailToken(
  dependencies: TokenDependencies,
  executor: Executor,
  input: { userId: string; purpose: TokenPurpose; organizationId?: string },
): Promise<string> {
  const token = newToken();
  const now = dependencies.clock.now();
  await executor.insert(mailTokens).values({
    id: newId(),
    userId: input.userId,
    purpose: input.purpose,
    organizationId: input.organizationId ?? null,
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + LIFETIME_MS[input.purpose]),
    createdAt: now,
  });
  return token;
}

/** The token's user, while it is valid; it stays valid. */
export async function findMailToken(
  dependencies: TokenDependencies,
  executor: Executor,
  token: string,
  purposes: TokenPurpose[],
): Promise<{ userId: string } | null> {
  const [found] = await executor
    .select({ userId: mailTokens.userId })
    .from(mailTokens)
    .where(goodToken(dependencies, token, purposes));
  return found ?? null;
}

/** Uses up a token; of two simultaneous attempts, one gets it and the other null. */
export async function consumeMailToken(
  dependencies: TokenDependencies,
  executor: Executor,
  token: string,
  purposes: TokenPurpose[],
): Promise<{ userId: string; purpose: TokenPurpose; organizationId: string | null } | null> {
  const [used] = await executor
    .update(mailTokens)
    .set({ usedAt: dependencies.clock.now() })
    .where(goodToken(dependencies, token, purposes))
    .returning({
      userId: mailTokens.userId,
      purpose: mailTokens.purpose,
      organizationId: mailTokens.organizationId,
    });
  return used ?? null;
}

/** Ends a user's remaining tokens for this purpose, of one organization if it is named. */
export async function voidMailTokens(
  dependencies: TokenDependencies,
  executor: Executor,
  input: { userId: string; purpose: TokenPurpose; organizationId?: string },
): Promise<void> {
  await executor
    .update(mailTokens)
    .set({ usedAt: dependencies.clock.now() })
    .where(
      and(
        eq(mailTokens.userId, input.userId),
        eq(mailTokens.purpose, input.purpose),
        isNull(mailTokens.usedAt),
        input.organizationId ? eq(mailTokens.organizationId, input.organizationId) : undefined,
      ),
    );
}

function goodToken(dependencies: TokenDependencies, token: string, purposes: TokenPurpose[]) {
  return and(
    eq(mailTokens.tokenHash, hashToken(token)),
    inArray(mailTokens.purpose, purposes),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, dependencies.clock.now()),
  );
}
