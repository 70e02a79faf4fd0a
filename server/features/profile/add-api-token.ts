import { and, count, eq, inArray, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { addApiTokenBody } from '#shared/features/profile/contract.ts';
import { DAY } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { hashToken, isId, newId, newToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { API_TOKEN_PREFIX, holdSession, provePassword } from '../auth/index.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { visibleInstances } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { tellOfChange } from './tell-of-change.ts';

export const MOST_TOKENS = 50;

/**
 * A key for scripts that acts as the caller in the active organization, within its scopes and limits.
 * @throws ValidationError by field, TooManyRequests after wrong passwords, Conflict at 50
 */
export async function addApiToken(
  context: Context,
  input: z.output<typeof addApiTokenBody>,
): Promise<{ id: string; token: string }> {
  const { actor, clock, db } = context;
  const { userId, organizationId } = actor;
  if (input.scopes.includes('machines') && !actor.adminFlag) {
    throw new ValidationError({ scopes: say('auth.administratorsOnly') });
  }
  await provePassword(context, 'current_password', input.current_password);
  const workspaceIds = await chosenWorkspaces(context, input);
  await mustFitToken(db, userId);
  const token = `${API_TOKEN_PREFIX}${newToken()}`;
  const id = newId();
  const now = clock.now();
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    await tx.insert(apiTokens).values({
      id,
      userId,
      organizationId,
      name: input.name,
      scopes: [...new Set(input.scopes)],
      reach: input.reach,
      workspaceIds,
      atOnce: input.at_once,
      cents: input.cents,
      tokenHash: hashToken(token),
      hint: token.slice(-4),
      expiresAt: input.days === null ? null : new Date(now.getTime() + input.days * DAY),
      addedIn: actor.sessionId,
      createdAt: now,
    });
    await tellOfChange(context, tx, say('profile.tokenCreated', { name: input.name }));
    const details = { name: input.name, scopes: input.scopes.join(', '), reach: input.reach };
    await record(tx, context, { action: 'profile.add-api-token', targetId: id, details });
  });
  return { id, token };
}

/** @throws Conflict if a person has all they can have */
export async function mustFitToken(executor: Executor, userId: string): Promise<void> {
  const [held] = await executor.select({ tokens: count() }).from(apiTokens).where(eq(apiTokens.userId, userId));
  if ((held?.tokens ?? 0) >= MOST_TOKENS) {
    throw new Conflict(say('profile.tokenLimit', { limit: MOST_TOKENS }));
  }
}

/** Of those the caller sees. @throws ValidationError */
export async function chosenWorkspaces(
  { actor, db }: Context,
  { reach, workspace_ids }: Pick<z.output<typeof addApiTokenBody>, 'reach' | 'workspace_ids'>,
): Promise<string[]> {
  if (reach !== 'some') return [];
  const ids = [...new Set(workspace_ids.filter(isId))];
  const seen = and(visibleInstances(actor), eq(instances.kind, 'workspace'), ne(instances.status, 'Deleted'));
  const found = ids.length ? await db.$count(instances, and(inArray(instances.id, ids), seen)) : 0;
  if (found === 0 || found !== new Set(workspace_ids).size)
    throw new ValidationError({ workspace_ids: say('profile.tokenWorkspacesUnseen') });
  return ids;
}
