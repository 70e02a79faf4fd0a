import type { Provider } from '#shared/features/auth/federated.ts';
import type { Executor } from '../../platform/database.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Dependencies, Origin } from '../context.ts';
import { SESSION_LIFETIME_MS } from './resolve-session.ts';
import { sessions } from './tables.ts';

/** Signs a user in and returns the session key, only this once: we store its hash. */
export async function createSession(
  dependencies: Pick<Dependencies, 'db' | 'clock'>,
  input: {
    userId: string;
    organizationId: string;
    origin: Origin;
    /** The provider whose account opens it, if not a password. */
    provider?: Provider | undefined;
    /** A program that was signed in by a code. */
    device?: { program: string; computer: string };
    impersonationId?: string;
    expiresAt?: Date;
  },
  executor: Executor = dependencies.db,
): Promise<string> {
  const key = newToken();
  const now = dependencies.clock.now();
  await executor.insert(sessions).values({
    id: newId(),
    userId: input.userId,
    token: hashToken(key),
    organizationId: input.organizationId,
    ipAddress: input.origin.ipAddress,
    userAgent: input.origin.userAgent,
    provider: input.provider ?? null,
    program: input.device?.program ?? null,
    computer: input.device?.computer ?? null,
    impersonationId: input.impersonationId ?? null,
    expiresAt: input.expiresAt ?? new Date(now.getTime() + SESSION_LIFETIME_MS),
    createdAt: now,
    updatedAt: now,
  });
  return key;
}
