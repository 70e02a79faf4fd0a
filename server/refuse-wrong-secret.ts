import { isNotNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { twoFactors } from './features/auth/tables.ts';
import type { Dependencies } from './features/context.ts';
import { hosts } from './features/machines/tables.ts';
import { services } from './features/services/tables.ts';
import { workspaceDeployKeys, workspaces } from './features/workspaces/tables.ts';

/** Where something encrypted stays for long. */
const SEALED: PgColumn[] = [
  workspaces.databasePassword,
  services.environment,
  workspaceDeployKeys.privateKey,
  twoFactors.sealedSeed,
  hosts.machine,
];
const SAMPLES = 5;

/** With another secret, nothing encrypted could be read again and what is written now would not be either later. @throws Error */
export async function refuseWrongSecret({ db, secrets }: Pick<Dependencies, 'db' | 'secrets'>): Promise<void> {
  const opens = (sealed: unknown) => {
    try {
      secrets.open(String(sealed));
      return true;
    } catch {
      return false;
    }
  };
  const samples: unknown[] = [];
  for (const column of SEALED) {
    const sealed = isNotNull(column) as SQL;
    const rows = await db.select({ sealed: column }).from(column.table).where(sealed).limit(SAMPLES);
    samples.push(...rows.map((row) => row.sealed));
  }
  // One that is damaged says nothing about the secret.
  if (samples.length === 0 || samples.some(opens)) return;
  throw new Error(
    'SLIPWAY_SECRET isn’t the one this database was used with: nothing encrypted in it can be read. Set the earlier value, or restore the file "secret" in SLIPWAY_DATA_DIR if it was generated there.',
  );
}
