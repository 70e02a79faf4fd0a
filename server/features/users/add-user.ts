import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Charge } from '#shared/api/envelope.ts';
import type { addUserBody } from '#shared/features/users/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireListedDomain } from '../auth/index.ts';
import {
  addLicence,
  attemptsAt,
  findRepeated,
  PRICE_VALID_MS,
  presentCharge,
  previewLicence,
  priceInstant,
} from '../billing/index.ts';
import type { Context } from '../context.ts';
import { requirePeopleManager } from '../groups/index.ts';
import { announceOrganization } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { asFieldError, insertMember, isMemberAlready, MEMBER_ALREADY } from './insert-member.ts';

type AddUserInput = z.output<typeof addUserBody>;

/**
 * Invites a person: user, membership, licence, its charge and the mail, together or not at all. With `dry_run` it only
 * returns what that would cost. People who already have an account can be invited too. A repeated click gets the first
 * answer.
 * @throws Forbidden, ValidationError, PaymentRequired, PaymentDeclined; PriceChanged if the charge would differ from
 * the accepted price
 */
export async function addUser(
  context: Context,
  input: AddUserInput,
): Promise<{ userId: string | null; charge: Charge | null }> {
  requirePeopleManager(context.actor);
  if (input.dry_run) {
    await mustBeNew(context, input.email_address);
    const { charge } = await previewLicence(context);
    return { userId: null, charge: charge && presentCharge(charge) };
  }
  const { dry_run: _, at: accepted, card_amount: cardAmount, ...person } = input;
  const clicks = attemptsAt(context, 'user', Object.values(person));
  // The accepted price names the attempt, so that it is charged once however often it is sent.
  const attempt = `${clicks}${accepted ?? newId()}`;
  const at = accepted ? new Date(accepted) : priceInstant(context.clock.now());
  try {
    await mustBeNew(context, input.email_address);
    const userId = await addLicence(context, { attempt, at, cardAmount }, async (tx) => {
      const added = await insertMember(context, tx, input);
      await announceOrganization(context, tx, context.actor.organizationId);
      return added;
    });
    return { userId, charge: null };
  } catch (error) {
    const refused = asFieldError(error);
    const click = accepted ? { attempts: attempt, withinMs: PRICE_VALID_MS } : { attempts: clicks };
    const userId = isMemberAlready(refused) ? await findJustAdded(context, click) : null;
    if (userId === null) throw refused;
    return { userId, charge: null };
  }
}

/** The person the same click invited a moment ago, unless they were removed again. */
async function findJustAdded(
  context: Context,
  { attempts, withinMs }: { attempts: string; withinMs?: number },
): Promise<string | null> {
  const userId = await findRepeated(context, context.db, attempts, withinMs);
  if (userId === null) return null;
  const { organizationId } = context.actor;
  const [member] = await context.db
    .select({ status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)));
  return member && member.status !== 'deleted' ? userId : null;
}

/** Checked before a price is looked up; the unique index has the last word. */
async function mustBeNew({ actor, config, db }: Context, email: string): Promise<void> {
  requireListedDomain({ config }, 'email_address', email);
  const [member] = await db
    .select({ status: memberships.status })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, actor.organizationId), eq(sql`lower(${users.email})`, email)));
  if (member && member.status !== 'deleted') throw new ValidationError({ email_address: MEMBER_ALREADY });
}
