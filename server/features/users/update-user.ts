import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { updateUserBody } from '#shared/features/users/contract.ts';
import { OWNER_TEXT } from '#shared/features/users/model.ts';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { Forbidden, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { EMAIL_TAKEN, requireListedDomain, USERNAME_TAKEN } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { setGroupsOf } from '../groups/index.ts';
import { announceOrganization } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { isOnlyHere, lockMember, type Member, permissions } from './access.ts';
import { sendInvite } from './send-invite.ts';

type UpdateUserInput = z.output<typeof updateUserBody> & { id: string };

const IDENTITY_FIXED = say('users.belongsElsewhere');
const EMAIL_FIXED = say('users.activeEmailFixed');

/**
 * Changes the given values that differ. Owner and admin change everyone but the owner; others their own names.
 * @throws NotFound, Forbidden, ValidationError
 */
export async function updateUser(context: Context, input: UpdateUserInput): Promise<{ username: string }> {
  try {
    return await context.db.transaction((tx) => update(context, tx, input));
  } catch (error) {
    const taken = violatedConstraint(error);
    if (taken === 'users_username') throw new ValidationError({ username: USERNAME_TAKEN });
    if (taken === 'users_email') throw new ValidationError({ email_address: EMAIL_TAKEN });
    throw error;
  }
}

async function update(context: Context, tx: Transaction, input: UpdateUserInput): Promise<{ username: string }> {
  const { actor, bus, clock } = context;
  const member = await lockMember(tx, actor, input.id);
  const { user, membership } = member;
  if (membership.role === 'owner') throw new Forbidden(OWNER_TEXT);
  const may = permissions(actor, member, await isOnlyHere(tx, member));
  const names = changedNames(user, input);
  const email = input.email_address && input.email_address !== user.email ? input.email_address : undefined;
  if (email) requireListedDomain(context, 'email_address', email);
  const role = input.role && input.role !== membership.role ? input.role : undefined;
  refuseFields({
    ...(may.identity ? {} : Object.fromEntries(Object.keys(names).map((field) => [field, IDENTITY_FIXED]))),
    ...(email && !may.email ? { email_address: EMAIL_FIXED } : {}),
  });
  if (role && !may.role) throw new Forbidden(say('users.roleFixed'));
  if (input.groups && !may.groups) throw new Forbidden(say('users.groupsManagersOnly'));
  if (Object.keys(names).length > 0 || email) await saveUser(tx, member, { ...names, email }, clock.now());
  if (role) {
    await tx.update(memberships).set({ role }).where(eq(memberships.id, membership.id));
    await bus.notify(tx, 'access_changed', { reason: 'role changed' });
  }
  if (input.groups) await setGroupsOf(context, tx, { userId: user.id, groupIds: input.groups });
  // The link sent to the wrong address stops working.
  if (email) await sendInvite(context, tx, { userId: user.id });
  await record(tx, context, { action: 'users.update', targetId: user.id, details: { role: role ?? membership.role } });
  await announceOrganization(context, tx, context.actor.organizationId);
  return { username: names.username ?? user.username };
}

type Names = { username?: string; first_name?: string; last_name?: string };

function changedNames(user: Member['user'], input: UpdateUserInput): Names {
  return {
    ...(input.username && input.username !== user.username && { username: input.username }),
    ...(input.first_name && input.first_name !== user.firstName && { first_name: input.first_name }),
    ...(input.last_name && input.last_name !== user.lastName && { last_name: input.last_name }),
  };
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
}

async function saveUser(
  tx: Transaction,
  { user }: Member,
  changes: Names & { email: string | undefined },
  now: Date,
): Promise<void> {
  const {
    username = user.username,
    first_name: firstName = user.firstName,
    last_name: lastName = user.lastName,
  } = changes;
  const name = `${firstName} ${lastName}`;
  const email = changes.email ?? user.email;
  await tx
    .update(users)
    .set({ username, firstName, lastName, name, email, updatedAt: now })
    .where(eq(users.id, user.id));
}
