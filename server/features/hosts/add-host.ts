import { randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import type { HostCharge } from '#shared/features/hosts/contract.ts';
import type { ServerOption } from '#shared/features/hosts/model.ts';
import { slugFrom } from '#shared/features/workspaces/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { Conflict, NotFound, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import {
  type BilledOrganizationRow,
  beginCharge,
  type ChargePreview,
  chargeUnits,
  endCharge,
  inChargeTransaction,
  lockOrganization,
  previewUnits,
  priceInstant,
  refuseAboveCap,
  requirePaidUp,
  takeConfirmation,
} from '../billing/index.ts';
import { billingCharges } from '../billing/tables.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../organizations/index.ts';
import { organizations } from '../organizations/tables.ts';
import { requestHostConvergence } from './converge-job.ts';
import { countUnits } from './count-units.ts';
import type { HostRecord } from './find-host.ts';
import { machineSpec } from './machine-spec.ts';
import { announceHost, say, tellPositions } from './messages.ts';
import { readSupply, reserveMachine, type Supply } from './reserve-machine.ts';
import { findServerOption, hostPriceKey } from './server-options.ts';
import { hosts } from './tables.ts';

export interface AddHostInput {
  name: string;
  serverOptionId: string;
  dryRun: boolean;
  /** The instant of the price that was accepted, ISO 8601. */
  at?: string | undefined;
}

const SLUG_TRIES = 8;
const notDeleted = sql`status <> 'Deleted'`;

/**
 * Adds a host and charges for the rest of the month: both or neither (decisions §7). With `dryRun` it only says what that
 * would cost. Its machine is reserved in the same transaction and made in the background.
 * @throws Forbidden, ValidationError, NoMachine, PaymentRequired, PaymentDeclined; Conflict for a price that is out of date
 */
export async function addHost(
  context: Context,
  input: AddHostInput,
): Promise<{ hostId: string | null; charge: HostCharge | null }> {
  requireManager(context.actor);
  const option = findServerOption(input.serverOptionId);
  if (!option) throw new ValidationError({ server_option_id: 'This server type is not offered.' });
  const spec = machineSpec({ ...sizeOf(option), id: newId(), hostname: slugFrom(input.name) });
  const supply = await readSupply(context, context.hostProviders.current, spec);
  if (input.dryRun) return { hostId: null, charge: presentCharge(await preview(context, option, supply)) };
  if (!input.at) throw new Conflict('Please look at the price first: what a host costs is shown before it is added.');
  // A price that was accepted names the attempt, so that it is charged once however often it is sent.
  const attempt = `host:${option.id}:${input.name}:${input.at}`;
  const order = { ...input, option, supply, attempt, at: new Date(input.at) };
  await begin(context, order);
  return { hostId: await inChargeTransaction(context, (tx) => insertAndCharge(context, tx, order)), charge: null };
}

interface Order extends Omit<AddHostInput, 'at'> {
  option: ServerOption;
  supply: Supply;
  attempt: string;
  at: Date;
}

/** Noted before the charge: should the server end between it and the commit, it is credited. */
async function begin(context: Context, { option, attempt, at }: Order): Promise<void> {
  const { actor, db } = context;
  const { organizationId } = actor;
  if ((await findDone(db, organizationId, attempt)) !== null) return;
  const organization = await readOrganization(context);
  const units = await countUnits(db, organizationId, option.id);
  const { amount } = await previewUnits(context, unitsWanted(organization, option, units + 1, at));
  await beginCharge(context, { organizationId, attempt, priceKey: hostPriceKey(option.id), amount, at });
}

/** The host that this attempt has made already. */
async function findDone(executor: Executor, organizationId: string, attempt: string): Promise<string | null> {
  const own = and(eq(billingCharges.organizationId, organizationId), eq(billingCharges.attempt, attempt));
  const [done] = await executor.select({ id: billingCharges.effectId }).from(billingCharges).where(own);
  return done?.id ?? null;
}

async function readOrganization({ actor, db }: Context): Promise<BilledOrganizationRow> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, actor.organizationId));
  if (!organization) throw new NotFound();
  return organization;
}

async function preview(context: Context, option: ServerOption, supply: Supply): Promise<ChargePreview> {
  const { actor, clock, db } = context;
  await requirePaidUp(db, actor.organizationId);
  await db.transaction((tx) => reserveMachine(context, tx, { supply, memoryMb: option.memory_gb * 1024 }));
  const organization = await readOrganization(context);
  const units = await countUnits(db, organization.id, option.id);
  const charge = await previewUnits(context, unitsWanted(organization, option, units + 1, priceInstant(clock.now())));
  await refuseAboveCap(context, db, organization.id, charge);
  return charge;
}

async function insertAndCharge(context: Context, tx: Transaction, order: Order): Promise<string> {
  const organization = await lockOrganization(tx, context.actor.organizationId);
  const { option, attempt, at } = order;
  const done = await findDone(tx, organization.id, attempt);
  if (done !== null) return done;
  await requirePaidUp(tx, organization.id);
  const confirmed = await takeConfirmation(context, tx, organization, attempt);
  const quantity = (await countUnits(tx, organization.id, option.id)) + 1;
  const machineKey = await reserveMachine(context, tx, { supply: order.supply, memoryMb: option.memory_gb * 1024 });
  const wanted = unitsWanted(organization, option, quantity, at);
  const { amount } = confirmed ?? (await previewUnits(context, wanted));
  const host = await insert(context, tx, { order, machineKey, chargedCents: amount });
  await say(context, tx, { id: host.id, code: 'H01', text: `Ordering a machine: ${option.name}.` });
  await tellPositions(context, tx);
  await announceHost(context, tx, host);
  await requestHostConvergence(tx, host.id);
  const details = { name: host.name, server_type: option.name, charged_cents: amount };
  await record(context, { action: 'hosts.add', targetId: host.id, details }, tx);
  const priceKey = hostPriceKey(option.id);
  const { clock } = context;
  await tx.insert(billingCharges).values({
    organizationId: organization.id,
    attempt,
    priceKey,
    quantity,
    effectId: host.id,
    createdAt: clock.now(),
  });
  if (!confirmed) {
    await chargeUnits(context, tx, { organization, attempt, priceKey, quantity, unitPrice: wanted.unitPrice, at });
  }
  await endCharge(tx, { organizationId: organization.id, attempt });
  return host.id;
}

function unitsWanted(organization: BilledOrganizationRow, option: ServerOption, quantity: number, at: Date) {
  const { stripeSubscriptionId: subscriptionId } = organization;
  return { subscriptionId, priceKey: hostPriceKey(option.id), quantity, at, unitPrice: cents(option.monthly_price) };
}

async function insert(
  { actor, clock, hostProviders }: Context,
  tx: Transaction,
  { order, machineKey, chargedCents }: { order: Order; machineKey: string | null; chargedCents: number },
): Promise<HostRecord> {
  for (let attempt = 0; attempt < SLUG_TRIES; attempt += 1) {
    const slug = slugFrom(order.name);
    const [host] = await tx
      .insert(hosts)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        userId: actor.userId,
        name: order.name,
        hostname: attempt === 0 ? slug : `${slug}-${randomInt(10_000, 99_999)}`,
        serverOptionId: order.option.id,
        provider: hostProviders.current.id,
        status: 'Pending',
        machineKey,
        ...sizeOf(order.option),
        monthlyCents: order.option.monthly_price,
        chargedCents,
        createdAt: clock.now(),
      })
      .onConflictDoNothing({ target: hosts.hostname, where: notDeleted })
      .returning();
    if (host) return host;
  }
  throw new Conflict('No free name was found for this host. Please choose another one.');
}

function sizeOf(option: ServerOption) {
  const { cpu_cores: cpuCores, memory_gb: memoryGb, disk_gb: diskGb, vram_gb: vramGb } = option;
  return { cpuCores, memoryMb: memoryGb * 1024, diskGb, vramGb };
}

function presentCharge(charge: ChargePreview): HostCharge {
  return {
    at: charge.at.toISOString(),
    valid_until: charge.validUntil.toISOString(),
    amount: charge.amount,
    card_amount: charge.cardAmount,
    monthly_before: charge.monthlyBefore,
    monthly_after: charge.monthlyAfter,
  };
}
