import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Role } from '#shared/features/auth/model.ts';
import { createSession } from '../features/auth/create-session.ts';
import { resolveSession } from '../features/auth/resolve-session.ts';
import { setPassword } from '../features/auth/set-password.ts';
import { signUp } from '../features/auth/sign-up.ts';
import { confirmTestCard } from '../features/billing/confirm-test-card.ts';
import { updatePaymentMethod } from '../features/billing/update-payment-method.ts';
import type { Context, Dependencies } from '../features/context.ts';
import { getOrganization } from '../features/organizations/get-organization.ts';
import { updateOrganization } from '../features/organizations/update-organization.ts';
import { memberships, organizations, users } from '../features/people/tables.ts';
import { addSshKey } from '../features/ssh-keys/add-ssh-key.ts';
import { addWorkspace } from '../features/workspaces/add-workspace.ts';
import { newId } from '../platform/ids.ts';

const PASSWORD = 'Harbour-light-27!';
const ORIGIN = { ipAddress: '127.0.0.1', userAgent: 'seed' };

const PEOPLE: { username: string; firstName: string; lastName: string; role: Role }[] = [
  { username: 'mei', firstName: 'Mei', lastName: 'Tanaka', role: 'admin' },
  { username: 'jonas', firstName: 'Jonas', lastName: 'Weber', role: 'lead' },
  { username: 'lucia', firstName: 'Lucía', lastName: 'Romero', role: 'user' },
];

const WORKSPACES: { owner: string; name: string; database: string }[] = [
  { owner: 'ada', name: 'Storefront', database: 'postgresql' },
  { owner: 'jonas', name: 'Pricing service', database: 'redis' },
  { owner: 'lucia', name: 'Docs site', database: 'none' },
];

/** Fills an empty installation with an organization to look at, through the same verbs that the screens use. */
export async function seed(dependencies: Dependencies): Promise<void> {
  const [there] = await dependencies.db.select({ id: users.id }).from(users).where(eq(users.username, 'ada'));
  if (!there) await seedOrganization(dependencies);
  process.stdout.write(`\n  Example organization: log in as ada (or mei, jonas, lucia) with ${PASSWORD}\n`);
}

async function seedOrganization(dependencies: Dependencies): Promise<void> {
  await signUp(
    { ...dependencies, origin: ORIGIN, actor: null },
    {
      username: 'ada',
      email: 'ada@harbour.example',
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Holm',
      organization_name: 'Harbour Software',
      'accept-terms': true,
    },
  );
  const owner = await contextOf(dependencies, 'ada');
  await updateOrganization(owner, {
    name: 'Harbour Software',
    industry: 'software',
    country: 'US',
    street_address: '12 Pier Road',
    city: 'Portland',
    state_prov: 'ME',
    postal_code: '04101',
  });
  const change = (set: Partial<typeof organizations.$inferInsert>) =>
    dependencies.db.update(organizations).set(set).where(eq(organizations.id, owner.actor.organizationId));
  await change({ userLicenses: 1 + PEOPLE.length });
  // In the wizard, as people do: there a card starts the subscription without a question of its own.
  await pay(owner);
  await change({ setupStep: 5 });
  for (const person of PEOPLE) await addMember(owner, person);
  for (const { owner: username, name, database } of WORKSPACES) {
    const member = await contextOf(dependencies, username);
    const sshKey = await addSshKey(member, { name: 'Laptop', publicKey: await makeKey(dependencies, username) });
    const input = {
      name,
      userId: member.actor.userId,
      sshKeyId: sshKey.id,
      serverId: 'shared',
      language: 'nodejs',
      database,
    };
    await addWorkspace(owner, input);
  }
}

async function pay(owner: Context): Promise<void> {
  const { stripe_client_secret } = await getOrganization(owner, { withPayment: true });
  if (!stripe_client_secret) return;
  const card = {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: owner.clock.now().getUTCFullYear() + 3,
    cvc: '123',
  };
  const confirmed = await confirmTestCard(owner, { client_secret: stripe_client_secret, ...card });
  if (confirmed.paymentMethodId) await updatePaymentMethod(owner, { paymentMethod: confirmed.paymentMethodId });
}

async function addMember({ db, actor, ...context }: Context, person: (typeof PEOPLE)[number]): Promise<void> {
  const userId = newId();
  const { role, ...names } = person;
  await db.transaction(async (tx) => {
    const email = `${person.username}@harbour.example`;
    const name = `${person.firstName} ${person.lastName}`;
    await tx.insert(users).values({ id: userId, ...names, email, emailVerified: true, name });
    await setPassword(context, tx, { userId, hash: await context.passwords.hash(PASSWORD) });
    await tx.insert(memberships).values({ id: newId(), organizationId: actor.organizationId, userId, role });
  });
}

async function contextOf(dependencies: Dependencies, username: string): Promise<Context> {
  const [row] = await dependencies.db
    .select({ userId: users.id, organizationId: memberships.organizationId })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(users.username, username));
  if (!row) throw new Error(`The user ${username} is missing.`);
  const actor = await resolveSession(dependencies, await createSession(dependencies, { ...row, origin: ORIGIN }));
  if (!actor) throw new Error(`The user ${username} can't be signed in.`);
  return { ...dependencies, origin: ORIGIN, actor };
}

/** A key pair of the person's; the private half is kept beside the data, so that SSH can be tried at once. */
async function makeKey({ config }: Dependencies, username: string): Promise<string> {
  const file = path.join(config.dataDir, `seed-${username}`);
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', `${username}@laptop`, '-f', file]);
  return readFile(`${file}.pub`, 'utf8');
}
