import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { ofUser } from '../people/tables.ts';

/** Codes with which the desktop app takes over a sign-in from the browser. Deleted on first use; stored hashed. */
export const desktopCodes = pgTable(
  'desktop_codes',
  {
    id: uuid('id').primaryKey(),
    codeHash: text('code_hash').notNull().unique(),
    /** SHA-256 of the app's verifier, base64url. */
    challenge: text('challenge').notNull(),
    userId: ofUser(),
    organizationId: uuid('organization_id').notNull(),
    /** The browser's session: the code is worthless once it has ended. */
    sessionId: uuid('session_id').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('desktop_codes_expiry').on(table.expiresAt)],
);
