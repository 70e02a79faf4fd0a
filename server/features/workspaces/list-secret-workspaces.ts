import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { groupUsers } from '../groups/tables.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { type Collected, collectSecrets, lockSecret } from '../secrets/index.ts';
import { workspaces } from './tables.ts';

const MOST = 200;

/** Workspaces that get a secret, by name: those that lose it when it is deleted. @throws NotFound */
export async function listSecretWorkspaces(
  context: Context,
  input: { id: string },
): Promise<{ id: string; name: string; user_name: string }[]> {
  const { db } = context;
  const secret = await lockSecret(db, context, input.id);
  const members = db.select({ id: groupUsers.userId }).from(groupUsers);
  const rows = await db
    .select({
      id: instances.id,
      name: instances.name,
      user_name: users.name,
      userId: users.id,
      gitUrl: workspaces.gitUrl,
      secretNames: workspaces.secretNames,
    })
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .innerJoin(users, eq(users.id, instances.userId))
    .where(
      and(
        eq(instances.organizationId, secret.organizationId),
        ne(instances.status, 'Deleted'),
        secret.userId ? eq(instances.userId, secret.userId) : undefined,
        secret.groupId ? inArray(instances.userId, members.where(eq(groupUsers.groupId, secret.groupId))) : undefined,
      ),
    )
    .orderBy(asc(instances.name), asc(instances.id))
    .limit(MOST);
  const { organizationId } = secret;
  const found = new Map<string, Promise<boolean>>();
  const gets = ({ userId, gitUrl, secretNames }: (typeof rows)[number]) => {
    const key = JSON.stringify([userId, gitUrl, secretNames]);
    const to = { organizationId, userId, gitUrl, secretNames };
    const known = found.get(key) ?? collectSecrets(db, to).then(isAmong(secret.id));
    found.set(key, known);
    return known;
  };
  const got = await Promise.all(rows.map(gets));
  return rows.filter((_, index) => got[index]).map(({ id, name, user_name }) => ({ id, name, user_name }));
}

function isAmong(id: string) {
  return ({ secrets }: Collected) => secrets.some((each) => each.id === id);
}
