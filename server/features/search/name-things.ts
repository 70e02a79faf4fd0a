import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { deletedGroups, groups } from '../groups/tables.ts';
import { instances, snapshots } from '../instances/tables.ts';
import { hosts } from '../machines/tables.ts';
import { knownName } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { deletedSecrets, secrets } from '../secrets/tables.ts';
import { tasks } from '../tasks/tables.ts';
import { templates } from '../templates/tables.ts';

/** Names for these ids, of things and people of the active organization; deleted ones while they are kept. */
export async function nameThings(
  executor: Executor,
  { organizationId }: Pick<Actor, 'organizationId'>,
  ids: string[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter(isId))];
  if (asked.length === 0) return new Map();
  const among = sql`in (${sql.join(
    asked.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  const named: SQL[] = [instances, snapshots, hosts, groups, deletedGroups, secrets, deletedSecrets, templates].map(
    (table) =>
      sql`select ${table.id} as id, ${table.name} as name from ${table}
        where ${table.id} ${among} and ${table.organizationId} = ${organizationId}`,
  );
  named.push(
    sql`select ${tasks.id} as id, ${tasks.title} as name from ${tasks}
      where ${tasks.id} ${among} and ${tasks.organizationId} = ${organizationId}`,
  );
  const people = sql`select ${users.id} as id, ${knownName} as name from ${users}
    join ${memberships} on ${memberships.userId} = ${users.id} and ${memberships.organizationId} = ${organizationId}
    where ${users.id} ${among}`;
  const rows = await executor.execute<{ id: string; name: string }>(sql.join([...named, people], sql` union all `));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
