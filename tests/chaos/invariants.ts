import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '#server/compute/engine.ts';
import { INSTALLATION_LABEL, networkName, WORKSPACE_LABEL } from '#server/features/instances/names.ts';
import { engine } from '#tests/gateway/container.ts';
import type { Account, Place } from './people.ts';
import { BEATS_FILE, type Session, ShellSession } from './sessions.ts';
import type { Stage } from './stage.ts';

/** What can be looked at everywhere. */
export interface SightOfEngines {
  stage: Stage;
  /** All that have workspaces. */
  engines: readonly Engine[];
}

/** What is looked at after each disturbance. */
export interface Sight extends SightOfEngines {
  account: Account;
  /** Where people are while everything is disturbed. */
  desk: Place;
  sessions: readonly Session[];
}

/** What isn't as it should be while nobody does anything; one sentence each. */
export type Invariant<S extends SightOfEngines = Sight> = (sight: S) => Promise<string[]>;

const IN_ORDER_MS = 120_000;
const LOOK_MS = 500;

/** What still isn't in order after two minutes. */
export async function untilInOrder<S extends SightOfEngines>(
  sight: S,
  invariants: Record<string, Invariant<S>>,
): Promise<string[]> {
  for (const deadline = Date.now() + IN_ORDER_MS; ; await delay(LOOK_MS)) {
    const found: string[] = [];
    for (const [name, look] of Object.entries(invariants)) {
      // What can't be looked at isn't in order.
      const here = await look(sight).catch((error) => [error instanceof Error ? error.message : String(error)]);
      found.push(...here.map((each) => `${name}: ${each}`));
    }
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}

async function containers({ stage, engines }: SightOfEngines) {
  const labels = { [INSTALLATION_LABEL]: stage.installation, [WORKSPACE_LABEL]: '' };
  return (await Promise.all(engines.map((each) => each.list(labels)))).flat();
}

/** A container for each workspace at most, and none without a workspace. */
async function oneContainerEach(sight: SightOfEngines): Promise<string[]> {
  const found = await containers(sight);
  const rows = await sight.stage.sql`select id from instances where status <> 'Deleted'`;
  const known = new Set(rows.map(({ id }) => String(id)));
  const seen = new Map<string, number>();
  for (const { labels } of found) {
    const id = labels[WORKSPACE_LABEL] ?? '';
    seen.set(id, (seen.get(id) ?? 0) + 1);
  }
  return [...seen].flatMap(([id, count]) => [
    ...(count > 1 ? [`workspace ${id} has ${count} containers`] : []),
    ...(known.has(id) ? [] : [`a container is left of workspace ${id}`]),
  ]);
}

/** What is Active runs, and nothing else does. */
async function statusesAreTrue(sight: SightOfEngines): Promise<string[]> {
  const found = await containers(sight);
  const running = new Set(found.filter((each) => each.running).map(({ labels }) => labels[WORKSPACE_LABEL]));
  const rows = await sight.stage.sql`
    select id, status, asleep_since is not null as asleep from instances where status <> 'Deleted'`;
  return rows.flatMap(({ id, status, asleep }) => {
    const should = status === 'Active' || asleep;
    return should === running.has(String(id)) ? [] : [`workspace ${id} is ${status}, its container is not`];
  });
}

/** Nothing is on its way to somewhere for ever. */
async function nothingIsPassing({ stage: { sql } }: SightOfEngines): Promise<string[]> {
  const pending = await sql`select id, status from instances where status = 'Pending'`;
  const snapshots = await sql`select id, status from snapshots where status not in ('Active', 'Deleted')`;
  return [
    ...pending.map(({ id, status }) => `workspace ${id} is ${status}`),
    ...snapshots.map(({ id, status }) => `snapshot ${id} is ${status}`),
  ];
}

/** No job is held by who is dead, late, or given up; nobody has the right to charge. */
async function nothingIsHeld({ stage: { sql } }: SightOfEngines): Promise<string[]> {
  const jobs = await sql`
    select task_identifier as name, locked_by, attempts, max_attempts, last_error from graphile_worker.jobs
    where locked_at is not null or attempts >= max_attempts or run_at < now() - interval '30 seconds'`;
  const leases = await sql`select organization_id from billing_leases where until > now()`;
  return [
    ...jobs.map(({ name, locked_by: holder, attempts, max_attempts: most, last_error: error }) => {
      if (holder) return `job ${name} is held by ${holder}`;
      return attempts >= most ? `job ${name} was given up: ${error}` : `job ${name} is late`;
    }),
    ...leases.map(({ organization_id: id }) => `the bill of ${id} is held`),
  ];
}

/** Networks are there where workspaces are. */
async function noNetworkIsLeft({ stage: { sql, installation } }: Sight): Promise<string[]> {
  const found = await engine.listNetworks({ [INSTALLATION_LABEL]: installation });
  const rows = await sql`select distinct organization_id as id from instances where status <> 'Deleted'`;
  const used = new Set(rows.map(({ id }) => networkName(String(id))));
  return found.filter(({ name }) => !used.has(name)).map(({ name }) => `network ${name} is left`);
}

/** The card was charged what was shown, as often as it was accepted, and everybody who was paid for is there. */
async function chargesMatch({ stage: { sql, stripe }, account }: Sight): Promise<string[]> {
  const { customerId: customer, person, added, paidCents } = account;
  const subscriptions = await stripe.subscriptions.list({ customer });
  const invoices = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const paid = invoices.reduce((sum, each) => sum + each.amount_paid, 0);
  const items = subscriptions.data.flatMap((each) => each.items.data);
  const users = items.filter(({ price }) => price.metadata.slipway_key === 'extra-user');
  const units = users.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
  const [row] = await sql`select user_licenses::int as licences,
      (select count(*) from memberships m where m.organization_id = o.id)::int as members,
      (select count(*) from billing_invoices i where i.organization_id = o.id)::int as invoices,
      (select count(*) from billing_begun_charges b where b.organization_id = o.id)::int as begun
    from organizations o where id = ${person.organizationId}`;
  const facts: [what: string, is: number, should: number][] = [
    ['subscriptions', subscriptions.data.length, 1],
    ['cents charged', paid, paidCents],
    ['members', row?.members, added + 1],
    ['licences', row?.licences, added + 1],
    ['units billed', units, added],
    ['invoices copied', row?.invoices, invoices.length],
    ['charges begun', row?.begun, 0],
  ];
  return facts.flatMap(([what, is, should]) => (is === should ? [] : [`${what}: ${is} instead of ${should}`]));
}

/** Every line that somebody saw come back is in the file. */
async function nothingIsLost({ desk, sessions }: Sight): Promise<string[]> {
  const { stdout } = await engine.run(`slipway-ws-${desk.id}`, { command: ['bash', '-lc', `cat ~/${BEATS_FILE}`] });
  const kept = new Set(stdout.split('\n'));
  return sessions.flatMap((session) => {
    if (!(session instanceof ShellSession)) return [];
    const lost = session.acknowledged.filter((line) => !kept.has(line));
    return lost.length > 0 ? [`${lost.length} lines of ${session.name} are lost`] : [];
  });
}

/** Who was cut off is back. */
async function everybodyIsBack({ sessions }: Sight): Promise<string[]> {
  return sessions.filter((each) => !each.isAlive()).map(({ name }) => `${name} is not back`);
}

export const EVERYWHERE: Record<string, Invariant<SightOfEngines>> = {
  'one container each': oneContainerEach,
  'statuses are true': statusesAreTrue,
  'nothing is passing': nothingIsPassing,
  'nothing is held': nothingIsHeld,
};

export const INVARIANTS: Record<string, Invariant> = {
  ...EVERYWHERE,
  'no network is left': noNetworkIsLeft,
  'charges match': chargesMatch,
  'nothing is lost': nothingIsLost,
  'everybody is back': everybodyIsBack,
};
