import { sql } from 'drizzle-orm';
import { memberships, users } from './tables.ts';

/**
 * SQL condition on a user joined with their membership: may the organization know who they are? People with an account
 * elsewhere reveal that by accepting the invitation, and are only an address until then.
 */
export const isKnown = sql<boolean>`(${memberships.status} <> 'pending' or ${users.status} = 'pending')`;

/** SQL: their name, or the address as long as the name may not be known. */
export const knownName = sql<string>`case when ${isKnown} then ${users.name} else ${users.email} end`;

/** SQL: the address of their picture; null without one. */
export const knownPicture = sql<string | null>`case when ${isKnown} then ${users.image} end`;
