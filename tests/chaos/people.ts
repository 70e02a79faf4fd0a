import { setTimeout as delay } from 'node:timers/promises';
import type { Dependencies } from '#server/features/context.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { systemClock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { run } from '#tests/gateway/run.ts';
import type { Identity } from '#tests/gateway/ssh-client.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { ApiError } from '../../desktop/cli/client/api-error.ts';
import { type Client, createClient } from '../../desktop/cli/client/client.ts';
import { sshWords } from './sessions.ts';
import type { Stage } from './stage.ts';

/** The owner of an organization of their own, with a key. */
export interface Person {
  userId: string;
  organizationId: string;
  /** Session key. */
  key: string;
  sshKeyId: string;
  identity: Identity;
  client: Client;
}

const WITHIN_MS = 120_000;
const AGAIN_MS = 500;
const LOOK_MS = 200;

export async function hire({ db, ssh, url }: Stage): Promise<Person> {
  const { owner, organizationId } = await mintOrganization({ db, clock: systemClock } as Dependencies);
  const { userId, key } = owner;
  const identity = await ssh.makeKey('ed25519', userId);
  const { publicKey, fingerprint } = identity.key;
  const sshKeyId = newId();
  await db.insert(sshKeys).values({ id: sshKeyId, userId, name: 'chaos', publicKey, fingerprint });
  return { userId, organizationId, key, sshKeyId, identity, client: createClient({ url, token: key }) };
}

/** Was it nobody's fault but the server's? Then a person tries again. */
function isOutage(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;
}

/** Repeats what fails because something is away, as a person would. @throws what else goes wrong, or the last outage */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + WITHIN_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await delay(AGAIN_MS);
    }
  }
}

export async function until(what: string, holds: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
    if (await persist(holds)) return;
    await delay(LOOK_MS);
  }
  throw new Error(`${what}: not within ${withinMs / 1000} s`);
}

/** Several who work until they are sent home, and may be asked to put their work down for a while. */
export class Crew {
  /** What failed for one of them, though they tried again. */
  readonly failures: string[] = [];
  /** How often each thing was done. */
  readonly done = new Map<string, number>();
  #over = false;
  #resting: PromiseWithResolvers<void> | null = null;
  #atWork = 0;
  readonly #all: Promise<void>[] = [];

  /** Somebody who does this over and over. */
  add(visit: (step: Step) => Promise<void>): void {
    this.#atWork += 1;
    const step: Step = async (what, work) => {
      await this.#rest();
      try {
        const result = await work();
        this.done.set(what, (this.done.get(what) ?? 0) + 1);
        return result;
      } catch (error) {
        this.failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
        throw error;
      }
    };
    this.#all.push(
      (async () => {
        while (!this.#over) {
          await visit(step).catch(() => delay(AGAIN_MS));
          await this.#rest();
        }
        this.#atWork -= 1;
      })(),
    );
  }

  /** Resolves once everybody has finished what they had begun. */
  async rest(): Promise<void> {
    this.#resting ??= Promise.withResolvers();
    while (this.#atWork > 0) await delay(LOOK_MS);
  }

  goOn(): void {
    this.#resting?.resolve();
    this.#resting = null;
  }

  async goHome(): Promise<void> {
    this.#over = true;
    this.goOn();
    await Promise.all(this.#all);
  }

  async #rest(): Promise<void> {
    if (!this.#resting) return;
    this.#atWork -= 1;
    await this.#resting.promise;
    this.#atWork += 1;
  }
}

export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

export const statusOf = async ({ client }: Person, workspaceID: string) =>
  (await client.getWorkspace({ params: { workspaceID } })).workspace_status;

/** Creates a workspace, and waits until it runs. A second try looks first whether the first one worked. */
export async function launch(person: Person, name: string, withinMs = WITHIN_MS): Promise<Place> {
  const { client, userId, sshKeyId } = person;
  let isFirst = true;
  const id = await persist(async () => {
    const { rows } = isFirst ? { rows: [] } : await client.listWorkspaces({ query: {} });
    isFirst = false;
    const [there] = rows.filter((each) => each.name === name);
    if (there) return there.id;
    const what = {
      language: 'nodejs',
      database: 'none',
      deployment_type: 'new_container',
      server_id: 'shared',
    } as const;
    return (await client.addWorkspace({ body: { name, user_id: userId, ssh_key_id: sshKeyId, ...what } })).id;
  });
  await until('Active', async () => (await statusOf(person, id)) === 'Active', withinMs);
  return { id, slug: (await persist(() => client.getWorkspace({ params: { workspaceID: id } }))).slug };
}

export interface Place {
  id: string;
  slug: string;
}

/** Asks for it until it is so: what was asked for and lost is asked for again. */
export async function bring(
  person: Person,
  id: string,
  [ask, wanted]: ['startWorkspace', 'Active'] | ['stopWorkspace', 'Offline'],
): Promise<void> {
  await persist(async () => {
    try {
      await person.client[ask]({ params: { workspaceID: id } });
    } catch (error) {
      // The lost answer was a yes.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  });
  await until(wanted, async () => (await statusOf(person, id)) === wanted);
}

/** A command in the workspace, over SSH. */
export async function remote(stage: Stage, { identity }: Person, slug: string, command: string): Promise<string> {
  const words = [...sshWords(stage, 'gateway', identity), `${slug}@127.0.0.1`, command];
  return persist(async () => {
    const { code, stdout, stderr } = await run('ssh', words);
    if (code !== 0) throw new Error(`ssh ended with ${code}: ${stderr.trim()}`);
    return stdout.toString();
  });
}

/** From launch to deletion, with a note that has to be there after a stop. */
export function launcher(stage: Stage, person: Person): (step: Step) => Promise<void> {
  let visits = 0;
  return async (step) => {
    visits += 1;
    const name = `Visit ${visits}`;
    const ids: string[] = [];
    try {
      const { id, slug } = await step('launch', () => launch(person, name));
      ids.push(id);
      await step('write', () => remote(stage, person, slug, `echo ${id} > note && sync`));
      await step('stop', () => bring(person, id, ['stopWorkspace', 'Offline']));
      await step('start', () => bring(person, id, ['startWorkspace', 'Active']));
      await step('read', async () => {
        const note = await remote(stage, person, slug, 'cat note');
        if (note !== `${id}\n`) throw new Error(`the note says ${JSON.stringify(note)}`);
      });
    } finally {
      await step('delete', () => removeAll(person));
    }
  };
}

/** Everything they have. */
async function removeAll(person: Person): Promise<void> {
  const { client } = person;
  await until('Deleted', async () => {
    const { rows } = await client.listWorkspaces({ query: {} });
    for (const { id } of rows) await client.deleteWorkspace({ params: { workspaceID: id } });
    return rows.length === 0;
  });
}

/** What somebody has agreed to pay, and got. */
export interface Account {
  person: Person;
  customerId: string;
  /** Cents charged to the card so far, by the prices that were shown. */
  paidCents: number;
  /** Members that were added. */
  added: number;
}

/** Begins the subscription with a card that works. */
export async function subscribe({ sql }: Stage, person: Person): Promise<Account> {
  const { client } = person;
  const { stripe_client_secret: client_secret } = await client.getOrganization({ query: { payment: 'true' } });
  const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2040, cvc: '123' };
  const { payment_method } = await client.confirmTestCard({ body: { client_secret: String(client_secret), ...card } });
  const { charge } = await client.startCharge();
  if (!charge) throw new Error('the subscription costs nothing');
  const { at, card_amount } = charge;
  await client.updatePaymentMethod({ body: { payment_method: String(payment_method), at, card_amount } });
  const [row] = await sql`select stripe_customer_id from organizations where id = ${person.organizationId}`;
  return { person, customerId: String(row?.stripe_customer_id), paidCents: card_amount, added: 0 };
}

/** Adds somebody for money; the same click again until it is answered. */
export function payer(account: Account): (step: Step) => Promise<void> {
  const { client } = account.person;
  let visits = 0;
  return async (step) => {
    visits += 1;
    const address = `new-${visits}-${account.person.userId}@example.com`;
    const name = { first_name: 'New', last_name: 'Person' };
    const body = { email_address: address, ...name, role: 'user' as const, groups: [] };
    await step('add a user for money', async () => {
      for (;;) {
        const { charge } = await persist(() => client.addUser({ body: { ...body, dry_run: true } }));
        const price = charge ? { at: charge.at, card_amount: charge.card_amount } : { card_amount: 0 };
        try {
          await persist(() => client.addUser({ body: { ...body, dry_run: false, ...price } }));
        } catch (error) {
          // Another price: nothing was charged, and it is shown again.
          if (error instanceof ApiError && error.charge) continue;
          throw error;
        }
        account.paidCents += charge?.card_amount ?? 0;
        account.added += 1;
        return;
      }
    });
    await delay(AGAIN_MS);
  };
}
