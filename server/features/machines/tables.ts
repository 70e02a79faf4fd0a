import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { HOST_STATUSES } from '#shared/features/hosts/model.ts';
import { at } from '../../platform/columns.ts';
import { ofOrganization, organizations, users } from '../people/tables.ts';

/** A host's id is also the id of its container engine. */
export const hosts = pgTable(
  'hosts',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Who added it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Slug of its name; unique in the installation while the host exists. */
    hostname: text('hostname').notNull(),
    /** From the price list; what it offered when the host was added is stored beside it. */
    serverOptionId: text('server_option_id').notNull(),
    /** The provider that made the machine: `docker`, `ssh`. */
    provider: text('provider').notNull(),
    status: text('status', { enum: HOST_STATUSES }).notNull(),
    /** Encrypted JSON: the machine, and how to reach its engine. Null until a machine was taken. */
    machine: text('machine'),
    /** The claimed machine of the inventory; unique while the host exists. */
    machineKey: text('machine_key'),
    cpuCores: numeric('cpu_cores', { precision: 6, scale: 2, mode: 'number' }).notNull(),
    memoryMb: integer('memory_mb').notNull(),
    diskGb: integer('disk_gb').notNull(),
    vramGb: integer('vram_gb'),
    /** Cents, as sold. */
    monthlyCents: integer('monthly_cents').notNull(),
    /** The charge when it was added, in cents; credited if it can't be created. */
    chargedCents: integer('charged_cents').notNull().default(0),
    /** Attempts to create it so far. */
    attempts: integer('attempts').notNull().default(0),
    launchedAt: at('launched_at'),
    /** Since when its engine hasn't answered; null while it does. */
    lostAt: at('lost_at'),
    /** When a host that is Pending Deletion is removed. */
    scheduledDeleteAt: at('scheduled_delete_at'),
    /** When the owner was told that it will be removed. */
    deleteToldAt: at('delete_told_at'),
    /** When the machine of a deleted one was given back. */
    releasedAt: at('released_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    uniqueIndex('hosts_hostname').on(table.hostname).where(sql`status <> 'Deleted'`),
    uniqueIndex('hosts_machine_key').on(table.machineKey).where(sql`released_at is null`),
    index('hosts_list').on(table.organizationId, table.createdAt, table.id).where(sql`status <> 'Deleted'`),
    index('hosts_search').using('gin', sql`${table.name} gin_trgm_ops`, sql`${table.hostname} gin_trgm_ops`),
    index('hosts_scheduled_delete').on(table.scheduledDeleteAt).where(sql`status = 'Pending Deletion'`),
    index('hosts_unreleased').on(table.id).where(sql`released_at is null`),
  ],
);

/** Machines held for hosts whose charge is in progress; one left behind expires. */
export const hostReservations = pgTable(
  'host_reservations',
  {
    organizationId: ofOrganization(),
    /** Names the order: the same for repeated clicks. */
    attempt: text('attempt').notNull(),
    provider: text('provider').notNull(),
    machineKey: text('machine_key'),
    memoryMb: integer('memory_mb').notNull(),
    until: at('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attempt] })],
);

/** The machines that shared workspaces run on, as the swarm's manager sees them. Empty without a swarm. */
export const nodes = pgTable(
  'nodes',
  {
    /** Also the id of its engine: `local` for the manager itself. */
    id: text('id').primaryKey(),
    /** What the swarm calls it. */
    swarmId: text('swarm_id').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    /** Encrypted JSON: how to reach its engine. Null until it was prepared, and for the manager. */
    machine: text('machine'),
    /** For the manager: the command by which others join its swarm, with its secret; encrypted. */
    joinCommand: text('join_command'),
    /** Why its engine can't be used yet; one sentence for the operator. */
    problem: text('problem'),
    /** Whether it carries the label of the pool. */
    isShared: boolean('is_shared').notNull(),
    availability: text('availability', { enum: ['active', 'pause', 'drain'] }).notNull(),
    cpuCores: numeric('cpu_cores', { precision: 6, scale: 2, mode: 'number' }).notNull(),
    memoryMb: integer('memory_mb').notNull(),
    /** Workspace images it has, as last looked. */
    images: text('images').array().notNull().default([]),
    /** Since when the swarm doesn't hear from it; null while it does. */
    lostAt: at('lost_at'),
    /** Since when it takes nothing new, because an administrator said so. */
    cordonedAt: at('cordoned_at'),
    /** Since when what is on it moves to other machines. */
    drainedAt: at('drained_at'),
    /** When what still runs is stopped for that; null: each only moves once it is stopped. */
    drainDueAt: at('drain_due_at'),
    /** Why something could not be moved yet, one sentence for the operator each; by the instance's id. */
    drainProblems: jsonb('drain_problems').$type<Record<string, string>>().notNull().default({}),
    createdAt: at('created_at').notNull(),
    /** When it was removed from the pool. */
    removedAt: at('removed_at'),
  },
  (table) => [uniqueIndex('nodes_swarm').on(table.swarmId).where(sql`removed_at is null`)],
);

export type NodeRecord = typeof nodes.$inferSelect;
