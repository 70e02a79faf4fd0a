import { and, eq, sql } from 'drizzle-orm';
import type { Role } from '#shared/features/auth/model.ts';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { setGroupsOf } from '../groups/index.ts';
import { memberships, users } from '../people/tables.ts';
import { freeUsername } from './free-username.ts';
import { sendInvite } from './send-invite.ts';
import { deletedMembers } from './tables.ts';

export const MEMBER_ALREADY = say('users.alreadyMember');

export interface NewMember {
  email_address: string;
  first_name: string;
  last_name: string;
  role: Role;
  groups: string[];
}

/** Writes an invited person with their groups, mail and audit entry. @throws ValidationError for a member */
export async function insertMember(context: Context, tx: Transaction, input: NewMember): Promise<string> {
  const { actor, clock } = context;
  const { organizationId } = actor;
  const [known] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, input.email_address));
  const userId = known?.id ?? (await insertUser(context, tx, input));
  const place = { role: input.role, status: 'pending' as const, createdAt: clock.now() };
  const [membership] = await tx
    .insert(memberships)
    .values({ id: newId(), organizationId, userId, ...place })
    .onConflictDoUpdate({
      target: [memberships.organizationId, memberships.userId],
      set: place,
      setWhere: eq(memberships.status, 'deleted'),
    })
    .returning({ id: memberships.id });
  if (!membership) throw new ValidationError({ email_address: MEMBER_ALREADY });
  // Invited anew, so the removal before can't be undone any more.
  const removed = and(eq(deletedMembers.organizationId, organizationId), eq(deletedMembers.userId, userId));
  await tx.delete(deletedMembers).where(removed);
  await setGroupsOf(context, tx, { userId, groupIds: input.groups });
  await sendInvite(context, tx, { userId });
  await record(tx, context, { action: 'users.add', targetId: userId, details: { role: input.role } });
  return userId;
}

async function insertUser({ clock }: Context, tx: Transaction, input: NewMember): Promise<string> {
  const id = newId();
  const now = clock.now();
  const username = await freeUsername(tx, input.email_address);
  await tx.insert(users).values({
    id,
    username,
    email: input.email_address,
    name: `${input.first_name} ${input.last_name}`.trim(),
    firstName: input.first_name,
    lastName: input.last_name,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** What a unique index refused, in the words of the form. */
export function asFieldError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'users_email':
      return new ValidationError({ email_address: MEMBER_ALREADY });
    case 'users_username':
      return new Conflict(say('users.usernameJustTaken'));
    default:
      return error;
  }
}

export function isMemberAlready(error: unknown): boolean {
  return error instanceof ValidationError && error.fields.email_address === MEMBER_ALREADY;
}
