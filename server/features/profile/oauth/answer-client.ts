import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Authorization, AuthorizationRequest, allowClientBody } from '#shared/features/profile/oauth.ts';
import { isLoopback, isOwnScheme, targetOf } from '#shared/features/profile/oauth.ts';
import { DAY, MINUTE } from '../../../platform/clock.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { record } from '../../audit/index.ts';
import { holdSession, keepOneTime, provePassword } from '../../auth/index.ts';
import { oauthClients } from '../../auth/tables.ts';
import type { Context } from '../../context.ts';
import { chosenWorkspaces, mustFitToken } from '../add-api-token.ts';
import { tellOfChange } from '../tell-of-change.ts';
import { readRequest } from './read-request.ts';

const CODE_MS = MINUTE;

/** For the page that asks the person. @throws NotFound, ValidationError */
export async function getAuthorization(context: Context, request: AuthorizationRequest): Promise<Authorization> {
  const { client, redirectUri, scopes } = await readRequest(context, request);
  const url = new URL(redirectUri);
  return {
    client_name: client.name,
    create_date: client.createdAt.toISOString(),
    redirect_host: targetOf(url),
    on_this_computer: isLoopback(url) || isOwnScheme(url),
    scopes,
  };
}

/**
 * Lets a client have an API token of the caller, of what it asked for at most: it fetches it with a code, within a
 * minute. @returns the client's address with the code
 * @throws NotFound, ValidationError by field, TooManyRequests after wrong passwords, Conflict at 50 tokens
 */
export async function allowClient(context: Context, input: z.output<typeof allowClientBody>): Promise<string> {
  const { actor, clock, db } = context;
  const { userId, organizationId, sessionId } = actor;
  const { client, redirectUri, challenge, scopes: asked } = await readRequest(context, input.request);
  if (input.scopes.some((scope) => !asked.includes(scope))) {
    throw new ValidationError({ scopes: say('profile.scopeNotAsked') });
  }
  await provePassword(context, 'current_password', input.current_password);
  const workspaceIds = await chosenWorkspaces(context, input);
  await mustFitToken(db, userId);
  const { reach, at_once: atOnce, cents } = input;
  const scopes = asked.filter((scope) => input.scopes.includes(scope));
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + input.days * DAY).toISOString();
  return db.transaction(async (tx) => {
    await holdSession(tx, actor);
    const who = { clientId: client.id, redirectUri, challenge, userId, organizationId, sessionId };
    const what = { scopes, reach, workspaceIds, atOnce, cents, expiresAt };
    const code = await keepOneTime(context, tx, 'authorization-code', { ...who, ...what }, CODE_MS);
    await tx.update(oauthClients).set({ usedAt: now }).where(eq(oauthClients.id, client.id));
    await tellOfChange(context, tx, say('profile.clientAllowed', { name: client.name }));
    const details = { name: client.name, to: targetOf(new URL(redirectUri)), scopes: scopes.join(', '), reach };
    await record(tx, context, { action: 'profile.allow-client', targetId: userId, details });
    return addressOf(context, redirectUri, { code, state: input.request.state });
  });
}

/** @returns the client's address with the refusal. @throws NotFound, ValidationError */
export async function refuseClient(context: Context, request: AuthorizationRequest): Promise<string> {
  const { actor, db } = context;
  const { client, redirectUri } = await readRequest(context, request);
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    const details = { name: client.name, to: targetOf(new URL(redirectUri)) };
    await record(tx, context, { action: 'profile.refuse-client', targetId: actor.userId, details });
  });
  return addressOf(context, redirectUri, { error: 'access_denied', state: request.state });
}

/** With who answers (RFC 9207), so that no other server's answer is taken for ours. */
function addressOf(
  { config }: Context,
  redirectUri: string,
  parameters: { code: string; state: string | undefined } | { error: string; state: string | undefined },
): string {
  const url = new URL(redirectUri);
  const all = Object.entries({ ...parameters, iss: config.publicUrl });
  for (const [name, value] of all) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
