import { isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { twoFactors } from './features/auth/tables.ts';
import type { Dependencies } from './features/context.ts';
import { readInstallationId } from './features/instances/index.ts';
import { installation } from './features/instances/tables.ts';
import { hosts } from './features/machines/tables.ts';
import { services } from './features/services/tables.ts';
import { workspaceDeployKeys, workspaces } from './features/workspaces/tables.ts';
import { gatewayHostKeys } from './gateway/tables.ts';
import { outboxMails } from './mail/tables.ts';

/** Where something encrypted stays for long. */
const SEALED: PgColumn[] = [
  workspaces.databasePassword,
  services.environment,
  workspaceDeployKeys.privateKey,
  twoFactors.sealedSeed,
  hosts.machine,
  gatewayHostKeys.privateKey,
  outboxMails.sealed,
];
const SAMPLES = 5;

/**
 * With another secret, nothing encrypted could be read again and what is written now would not be either later. The
 * first process leaves a check in the database, unless what is already encrypted there is another secret's. @throws Error
 */
export async function refuseWrongSecret({ db, secrets }: Pick<Dependencies, 'db' | 'secrets'>): Promise<void> {
  const id = await readInstallationId({ db });
  const readCheck = async () => (await db.select({ check: installation.secretCheck }).from(installation))[0]?.check;
  if (!(await readCheck())) {
    await refuseUnreadable({ db, secrets });
    // Of processes that start at once with different secrets, one wins.
    await db
      .update(installation)
      .set({ secretCheck: secrets.seal(id) })
      .where(isNull(installation.secretCheck));
  }
  if (opened(secrets, await readCheck()) !== id) throw wrongSecret();
}

/** Tries what older releases encrypted, which kept no check. @throws Error */
async function refuseUnreadable({ db, secrets }: Pick<Dependencies, 'db' | 'secrets'>): Promise<void> {
  const samples: unknown[] = [];
  for (const column of SEALED) {
    const sealed = isNotNull(column) as SQL;
    const rows = await db.select({ sealed: column }).from(column.table).where(sealed).limit(SAMPLES);
    samples.push(...rows.map((row) => row.sealed));
  }
  // One that is damaged says nothing about the secret.
  if (samples.length === 0 || samples.some((sealed) => opened(secrets, sealed) !== null)) return;
  throw wrongSecret();
}

function opened(secrets: Dependencies['secrets'], sealed: unknown): string | null {
  try {
    return secrets.open(String(sealed));
  } catch {
    return null;
  }
}

function wrongSecret(): Error {
  return new Error(
    'SLIPWAY_SECRET isn’t the one this database was used with: nothing encrypted in it can be read. Set the earlier value, or restore the file "secret" in SLIPWAY_DATA_DIR if it was generated there.',
  );
}
