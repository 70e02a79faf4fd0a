import { eq, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database.ts';
import { isUsernameTaken } from '../auth/index.ts';
import { accounts, recoveryCodes, twoFactors } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { sshKeys, users } from '../people/tables.ts';
import { freeUsername } from './free-username.ts';

/** Sign-in methods and SSH keys come back; sessions, API tokens and mailed links don't. */
const KEPT = { accounts, twoFactors, recoveryCodes, sshKeys };
type Kept = keyof typeof KEPT;

type Person = Pick<typeof users.$inferSelect, 'username' | 'email' | 'image' | 'dotfilesUrl' | 'status'>;
type Row = Record<string, unknown>;
interface Account {
  person: Person;
  rows: Record<Kept, Row[]>;
}

/** Reads a person's account before it is deleted, encrypted: it has hashes of their password and codes. */
export async function sealAccount(
  { secrets }: Pick<Context, 'secrets'>,
  executor: Executor,
  user: typeof users.$inferSelect,
): Promise<string> {
  const { id, username, email, image, dotfilesUrl, status } = user;
  const rowsOf = async (table: (typeof KEPT)[Kept]): Promise<Row[]> =>
    executor.select().from(table).where(eq(table.userId, id));
  const account: Account = {
    person: { username, email, image, dotfilesUrl, status },
    rows: {
      accounts: await rowsOf(accounts),
      twoFactors: await rowsOf(twoFactors),
      recoveryCodes: await rowsOf(recoveryCodes),
      sshKeys: await rowsOf(sshKeys),
    },
  };
  return secrets.seal(JSON.stringify(account));
}

/**
 * Puts it back. Their username may be taken by now, so that they get another one. What somebody else has linked
 * meanwhile stays theirs. @throws what the unique index of addresses refuses
 */
export async function restoreAccount(
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  tx: Transaction,
  { userId, sealed }: { userId: string; sealed: string },
): Promise<void> {
  const { person, rows }: Account = JSON.parse(secrets.open(sealed));
  const taken = await isUsernameTaken(tx, person.username);
  const username = taken ? await freeUsername(tx, person.email) : person.username;
  await tx
    .update(users)
    .set({ ...person, username, updatedAt: clock.now() })
    .where(eq(users.id, userId));
  for (const [name, table] of Object.entries(KEPT)) {
    const values = rows[name as Kept].map((row) => withDates(table, row));
    if (values.length > 0) await tx.insert<PgTable>(table).values(values).onConflictDoNothing();
  }
}

export function addressOf({ secrets }: Pick<Context, 'secrets'>, sealed: string): string {
  const { person }: Account = JSON.parse(secrets.open(sealed));
  return person.email;
}

/** JSON has dates as text. */
function withDates(table: PgTable, row: Row): Row {
  const columns = getTableColumns(table);
  const isDate = (key: string) => columns[key]?.dataType === 'date';
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'string' && isDate(key) ? new Date(value) : value,
    ]),
  );
}
