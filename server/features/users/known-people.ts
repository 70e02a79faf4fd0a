import { sql } from 'drizzle-orm';
import { memberships } from '../organizations/tables.ts';
import { users } from './tables.ts';

/**
 * In SQL, of a user joined with their membership: may the organization know who they are? Somebody who has an account elsewhere
 * tells by accepting the invitation, and is an address until then.
 */
export const isKnown = sql<boolean>`(${memberships.status} <> 'pending' or ${users.status} = 'pending')`;

/** In SQL: their name, or the address as long as that is all that is known. */
export const knownName = sql<string>`case when ${isKnown} then ${users.name} else ${users.email} end`;

/** In SQL: where their picture is; null without one. */
export const knownPicture = sql<string | null>`case when ${isKnown} then ${users.image} end`;
