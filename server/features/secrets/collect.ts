import { createHash } from 'node:crypto';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { coversRepository } from '#shared/features/secrets/model.ts';
import type { Executor } from '../../platform/database.ts';
import { groups, groupUsers } from '../groups/tables.ts';
import type { SecretRecord } from './access.ts';
import { secrets } from './tables.ts';

/** What decides which secrets a workspace gets. */
export interface Receiver {
  organizationId: string;
  userId: string;
  gitUrl: string | null;
  /** Only those of these names; null: of any. */
  secretNames: string[] | null;
}

export interface Collected {
  /** One for each name, by name. */
  secrets: SecretRecord[];
  /** Names that several groups have, and the group whose value is used. */
  ties: { name: string; group: string }[];
  /** Tells sets apart that differ in anything; empty for none. */
  digest: string;
}

/**
 * The secrets of a workspace's user, of their groups and of the organization, for its repository. Of one name the
 * person's wins over a group's, and a group's over the organization's; between groups, the first by name.
 */
export async function collectSecrets(executor: Executor, to: Receiver): Promise<Collected> {
  const theirGroups = sql`${secrets.groupId} in (select ${groupUsers.groupId} from ${groupUsers}
    where ${groupUsers.userId} = ${to.userId})`;
  const organizations = and(isNull(secrets.userId), isNull(secrets.groupId));
  const rows = await executor
    .select({ secret: secrets, group: groups.name })
    .from(secrets)
    .leftJoin(groups, eq(groups.id, secrets.groupId))
    .where(
      and(eq(secrets.organizationId, to.organizationId), or(eq(secrets.userId, to.userId), theirGroups, organizations)),
    )
    .orderBy(asc(secrets.name), sql`${secrets.userId} is null`, sql`${secrets.groupId} is null`, asc(groups.name));
  const here = rows.filter(({ secret }) => isFor(secret, to));
  const used = here.filter(({ secret }, index) => secret.name !== here[index - 1]?.secret.name);
  const ties = used.flatMap(({ secret, group }) => {
    const equals = here.filter((each) => each.secret.name === secret.name && each.group !== null);
    return group !== null && equals.length > 1 ? [{ name: secret.name, group }] : [];
  });
  return { secrets: used.map(({ secret }) => secret), ties, digest: digestOf(used.map(({ secret }) => secret)) };
}

function isFor({ name, repositories }: SecretRecord, { gitUrl, secretNames }: Receiver): boolean {
  if (secretNames !== null && !secretNames.includes(name)) return false;
  return repositories === null || repositories.some((pattern) => coversRepository(pattern, gitUrl));
}

function digestOf(used: SecretRecord[]): string {
  if (used.length === 0) return '';
  return createHash('sha256')
    .update(used.map(({ id, version }) => `${id} ${version}`).join('\n'))
    .digest('hex');
}
