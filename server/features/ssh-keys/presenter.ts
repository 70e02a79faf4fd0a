import type { InferSelectModel } from 'drizzle-orm';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import type { sshKeys } from '../people/tables.ts';

export function presentSshKey(row: InferSelectModel<typeof sshKeys>): SshKey {
  return {
    id: row.id,
    sshKeyID: row.id,
    name: row.name,
    public_key: row.publicKey,
    fingerprint: row.fingerprint,
    create_date: row.createdAt.toISOString(),
  };
}
