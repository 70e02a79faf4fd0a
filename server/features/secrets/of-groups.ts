import { eq } from 'drizzle-orm';
import type { GroupSecrets } from '../groups/index.ts';
import { refreshSecrets } from './refresh.ts';
import { deletedGroupSecrets, deletedSecrets, secrets } from './tables.ts';

/** A group's secrets go and come back with it, deleted ones that can still be had back too. */
export const secretsOfGroups: GroupSecrets = {
  async keep(tx, { id, organizationId }) {
    const there = await tx.delete(secrets).where(eq(secrets.groupId, id)).returning();
    const deleted = await tx.delete(deletedSecrets).where(eq(deletedSecrets.groupId, id)).returning();
    const all = [...there.map((secret) => ({ ...secret, deletedAt: null })), ...deleted];
    if (all.length > 0) await tx.insert(deletedGroupSecrets).values(all);
    if (there.length > 0) await refreshSecrets(tx, organizationId);
  },
  async putBack(tx, { id, organizationId }) {
    const all = await tx.delete(deletedGroupSecrets).where(eq(deletedGroupSecrets.groupId, id)).returning();
    const there = all.flatMap(({ deletedAt, ...secret }) => (deletedAt ? [] : [secret]));
    const deleted = all.flatMap(({ deletedAt, ...secret }) => (deletedAt ? [{ ...secret, deletedAt }] : []));
    if (there.length > 0) await tx.insert(secrets).values(there);
    if (deleted.length > 0) await tx.insert(deletedSecrets).values(deleted);
    if (there.length > 0) await refreshSecrets(tx, organizationId);
  },
};
