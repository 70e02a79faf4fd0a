import { randomInt } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Charge } from '#shared/api/envelope.ts';
import { cents } from '#shared/features/billing/model.ts';
import type { ServerOption } from '#shared/features/hosts/model.ts';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import { slugFrom } from '#shared/features/workspaces/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import {
  attemptsAt,
  type BilledOrganizationRow,
  type ChargePreview,
  chargeUnits,
  countUnits,
  findBilled,
  findRepeated,
  findServerOption,
  presentCharge,
  previewUnits,
  priceInstant,
  refuseAboveCap,
  requirePaidUp,
  settleCharge,
  takeConfirmation,
  withLease,
} from '../billing/index.ts';
import { billingCharges } from '../billing/tables.ts';
import { holdMachine, letMachineGo, readSupply, reserveMachine, type Supply } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { requireManager } from '../people/index.ts';
import { requestHostConvergence } from './converge-job.ts';
import type { HostRecord } from './find-host.ts';
import { machineSpec } from './machine-spec.ts';
import { announceHost, tellHost, tellPositions } from './messages.ts';

export interface AddHostInput {
  name: string;
  serverOptionId: string;
  dryRun: boolean;
  /** The instant of the accepted price, ISO 8601; without one, the current price is charged. */
  at?: string | undefined;
  /** The accepted charge to the card. */
  cardAmount?: number | undefined;
}

const SLUG_TRIES = 8;
const notDeleted = sql`status <> 'Deleted'`;

/**
 * Adds a host and charges for the rest of the month: both or neither. With `dryRun` it only returns what that would
 * cost. Its machine is held before the charge and created in the background.
 * @throws Forbidden, ValidationError, NoMachine, PaymentRequired, PaymentDeclined; PriceChanged if the charge would
 * differ from the accepted price
 */
export async function addHost(
  context: Context,
  input: AddHostInput,
): Promise<{ hostId: string | null; charge: Charge | null }> {
  requireManager(context.actor);
  const option = findServerOption(input.serverOptionId);
  if (!option) throw new ValidationError({ server_option_id: say('hosts.serverTypeUnavailable') });
  const spec = machineSpec({ ...sizeOf(option), id: newId(), hostname: slugFrom(input.name) });
  const supply = await readSupply(context, context.hostProviders.current, spec);
  if (input.dryRun) return { hostId: null, charge: presentCharge(await preview(context, option, supply)) };
  const at = input.at ?? priceInstant(context.clock.now()).toISOString();
  // The accepted price names the attempt, so that it is charged once however often it is sent.
  const clicks = attemptsAt(context, 'host', [option.id, input.name]);
  const order = { ...input, option, supply, clicks, attempt: `${clicks}${at}`, at: new Date(at), priced: !!input.at };
  return { hostId: await orderHost(context, order), charge: null };
}

interface Order extends Omit<AddHostInput, 'at'> {
  option: ServerOption;
  supply: Supply;
  /** Prefix of the names of this click and its repetitions. */
  clicks: string;
  attempt: string;
  at: Date;
  /** The accepted price tells one click from the next. */
  priced: boolean;
}

/** The machine is held, then charged for, then the host is written; each step finds what a lost one has done. */
function orderHost(context: Context, order: Order): Promise<string> {
  const { actor, db } = context;
  const { organizationId } = actor;
  const { attempt } = order;
  return withLease(context, organizationId, async (lease) => {
    const done = await findDone(context, db, order);
    if (done !== null) return done;
    await requirePaidUp(db, organizationId);
    const confirmed = await takeConfirmation(context, lease, await findBilled(db, organizationId), attempt);
    const reservation = { organizationId, attempt, supply: order.supply, memoryMb: order.option.memory_gb * 1024 };
    const machineKey = await holdMachine(context, reservation);
    try {
      const charged = confirmed
        ? { organizationId, amount: confirmed.amount, attempts: [attempt], details: null }
        : await charge(context, order);
      return await settleCharge(context, lease, charged, async (tx) => {
        const made = await findDone(context, tx, order);
        // From now on the host's own row holds it.
        await letMachineGo(tx, reservation);
        return made ?? writeDown(context, tx, { order, machineKey, chargedCents: charged.amount });
      });
    } finally {
      await letMachineGo(db, reservation).catch(() => undefined);
    }
  });
}

async function charge(context: Context, { option, attempt, at, cardAmount }: Order) {
  const organization = await findBilled(context.db, context.actor.organizationId);
  const quantity = (await countUnits(context.db, organization.id, option.id)) + 1;
  return chargeUnits(context, {
    ...unitsWanted(organization, option, quantity, at),
    organization,
    attempt,
    cardAmount,
  });
}

/** The host this click has already created. */
async function findDone(context: Context, executor: Executor, { attempt, clicks, priced }: Order) {
  if (!priced) return findStanding(executor, await findRepeated(context, executor, clicks));
  const { organizationId } = context.actor;
  const own = and(eq(billingCharges.organizationId, organizationId), eq(billingCharges.attempt, attempt));
  const [done] = await executor.select({ id: billingCharges.effectId }).from(billingCharges).where(own);
  return done?.id ?? null;
}

/** A failed host is no answer to the next click. */
async function findStanding(executor: Executor, hostId: string | null): Promise<string | null> {
  if (hostId === null) return null;
  const standing = and(eq(hosts.id, hostId), ne(hosts.status, 'Deleted'));
  const [host] = await executor.select({ id: hosts.id }).from(hosts).where(standing);
  return host?.id ?? null;
}

async function preview(context: Context, option: ServerOption, supply: Supply): Promise<ChargePreview> {
  const { actor, clock, db } = context;
  await requirePaidUp(db, actor.organizationId);
  await db.transaction((tx) => reserveMachine(context, tx, { supply, memoryMb: option.memory_gb * 1024 }));
  const organization = await findBilled(db, actor.organizationId);
  const units = await countUnits(db, organization.id, option.id);
  const charge = await previewUnits(context, unitsWanted(organization, option, units + 1, priceInstant(clock.now())));
  await refuseAboveCap(context, db, organization.id, charge);
  return charge;
}

async function writeDown(
  context: Context,
  tx: Transaction,
  made: { order: Order; machineKey: string | null; chargedCents: number },
): Promise<string> {
  const { option, attempt } = made.order;
  const { organizationId } = context.actor;
  const host = await insert(context, tx, made);
  await tellHost(context, tx, { id: host.id, code: 'H01', text: say('hosts.ordering', { serverType: option.name }) });
  await tellPositions(context, tx);
  await announceHost(context, tx, host);
  await requestHostConvergence(tx, host.id);
  const details = { name: host.name, server_type: option.name, charged_cents: made.chargedCents };
  await record(tx, context, { action: 'hosts.add', targetId: host.id, details });
  await tx.insert(billingCharges).values({
    organizationId,
    attempt,
    priceKey: hostPriceKey(option.id),
    quantity: await countUnits(tx, organizationId, option.id),
    effectId: host.id,
    createdAt: context.clock.now(),
  });
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
  throw new Conflict(say('hosts.noHostname'));
}

function sizeOf(option: ServerOption) {
  const { cpu_cores: cpuCores, memory_gb: memoryGb, disk_gb: diskGb, vram_gb: vramGb } = option;
  return { cpuCores, memoryMb: memoryGb * 1024, diskGb, vramGb };
}
