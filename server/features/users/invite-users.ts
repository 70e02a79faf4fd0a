import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Charge } from '#shared/api/envelope.ts';
import { nameText } from '#shared/api/text.ts';
import { emailSchema } from '#shared/features/auth/model.ts';
import type { InvitedPerson, inviteUsersBody } from '#shared/features/users/contract.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { requireListedDomain } from '../auth/index.ts';
import {
  addLicence,
  attemptsAt,
  findRepeated,
  PRICE_VALID_MS,
  presentCharge,
  previewLicence,
  priceInstant,
  REPEATED_CLICK_MS,
} from '../billing/index.ts';
import type { Context } from '../context.ts';
import { requirePeopleManager } from '../groups/index.ts';
import { announceOrganization } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { asFieldError, insertMember, isMemberAlready } from './insert-member.ts';
import { nameFromAddress } from './name-from-address.ts';

type InviteUsersInput = z.output<typeof inviteUsersBody>;
type Listed = InviteUsersInput['people'][number];

const LIST_CHANGED = say('users.addedMeanwhile');
const name = nameText(60);

/**
 * Invites everyone of a list who can be, for one charge: all of them or nobody. The others are returned with their
 * problem. With `dry_run` it only says who that is and what it would cost. A repeated click gets the first answer.
 * @throws Forbidden, Conflict, PaymentRequired, PaymentDeclined; PriceChanged if the charge would differ from the
 * accepted price
 */
export async function inviteUsers(
  context: Context,
  input: InviteUsersInput,
): Promise<{ people: InvitedPerson[]; charge: Charge | null }> {
  requirePeopleManager(context.actor);
  const { dry_run: isDryRun, at: accepted, card_amount: cardAmount, ...list } = input;
  const people = await check(context, list.people);
  const ready = people.filter(({ problem }) => problem === null);
  if (isDryRun) {
    const { charge } = ready.length > 0 ? await previewLicence(context, ready.length) : { charge: null };
    return { people, charge: charge && presentCharge(charge) };
  }
  const clicks = attemptsAt(context, 'users', Object.values(list));
  // The accepted price names the attempt, so that it is charged once however often it is sent.
  const attempt = `${clicks}${accepted ?? newId()}`;
  const click = { attempts: accepted ? attempt : clicks, withinMs: accepted ? PRICE_VALID_MS : REPEATED_CLICK_MS };
  const repeated = await findRepeated(context, context.db, click.attempts, click.withinMs);
  if (repeated !== null) return { people: await withIds(context, people, repeated), charge: null };
  if (ready.length === 0) return { people, charge: null };
  const at = accepted ? new Date(accepted) : priceInstant(context.clock.now());
  try {
    const licences = { attempt, at, cardAmount, seats: ready.length };
    const ids = await addLicence(context, licences, (tx) => insertAll(context, tx, { ...list, ready }));
    return { people: await withIds(context, people, ids), charge: null };
  } catch (error) {
    const refused = asFieldError(error);
    if (!isMemberAlready(refused)) throw refused;
    // The same click may have been ahead of this one.
    const joined = await findRepeated(context, context.db, click.attempts, click.withinMs);
    if (joined === null) throw new Conflict(LIST_CHANGED);
    return { people: await withIds(context, people, joined), charge: null };
  }
}

/** Who can be invited. The unique index has the last word about members. */
async function check(context: Context, listed: readonly Listed[]): Promise<InvitedPerson[]> {
  const people = listed.map((person) => checkOne(context, person));
  const members = await membersAmong(
    context,
    people.map(({ email_address }) => email_address),
  );
  const seen = new Set<string>();
  return people.map((person) => {
    if (person.problem !== null) return person;
    const isTwice = seen.has(person.email_address);
    seen.add(person.email_address);
    const problem = isTwice ? 'twice' : members.has(person.email_address) ? 'member' : null;
    return { ...person, problem };
  });
}

function checkOne(context: Context, listed: Listed): InvitedPerson {
  const { data: email } = emailSchema.safeParse(listed.email_address);
  if (email === undefined) return { ...listed, userID: null, problem: 'address' };
  const [first, ...rest] = [listed.first_name, listed.last_name].filter((part) => part.trim() !== '');
  const named = first === undefined ? nameFromAddress(email) : { first_name: first, last_name: rest.join() };
  const first_name = name.safeParse(named.first_name).data;
  const last_name = named.last_name === '' ? '' : name.safeParse(named.last_name).data;
  const person = { email_address: email, first_name: first_name ?? '', last_name: last_name ?? '', userID: null };
  if (first_name === undefined || last_name === undefined) return { ...person, problem: 'name' };
  return { ...person, problem: isAllowedHere(context, email) ? null : 'domain' };
}

function isAllowedHere(context: Context, email: string): boolean {
  try {
    requireListedDomain(context, 'email_address', email);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

async function membersAmong({ actor, db }: Context, emails: string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${users.email})`;
  const rows = await db
    .select({ email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        ne(memberships.status, 'deleted'),
        inArray(email, emails),
      ),
    );
  return new Set(rows.map((row) => row.email));
}

interface Insertion extends Pick<InviteUsersInput, 'role' | 'groups'> {
  ready: readonly InvitedPerson[];
}

/** Returns everyone's id, in order, for a repeated click to find. */
async function insertAll(context: Context, tx: Transaction, { ready, role, groups }: Insertion): Promise<string> {
  const ids: string[] = [];
  for (const { email_address, first_name, last_name } of ready) {
    ids.push(await insertMember(context, tx, { email_address, first_name, last_name, role, groups }));
  }
  await announceOrganization(context, tx, context.actor.organizationId);
  return ids.join();
}

/** Those who were invited with their ids, whatever they count as by now. */
async function withIds({ db }: Context, people: InvitedPerson[], joined: string): Promise<InvitedPerson[]> {
  const invited = await db
    .select({ id: users.id, email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(inArray(users.id, joined.split(',')));
  const idOf = new Map(invited.map(({ id, email }) => [email, id]));
  return people.map((person) => {
    const userID = person.problem === null || person.problem === 'member' ? idOf.get(person.email_address) : undefined;
    return userID ? { ...person, userID, problem: null } : person;
  });
}
