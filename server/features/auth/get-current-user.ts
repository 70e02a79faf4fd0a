import type { PendingQuery } from 'postgres';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import type { Sql } from '../../platform/database.ts';
import type { Actor, Dependencies } from '../context.ts';
import { type CurrentUserRow, presentCurrentUser } from './presenter.ts';
import { API_TOKEN_PREFIX, resolveApiToken } from './resolve-api-token.ts';
import { sessionQuery, toActor } from './resolve-session.ts';

/** Who is asking, with the data shown to themselves. */
export interface KnownUser extends Actor {
  row: CurrentUserRow;
}

/**
 * Like `resolveSession`, with the user and the active organization in the same query: every page of the UI begins with
 * it.
 */
export async function resolveCurrentUser(dependencies: Dependencies, key: string): Promise<KnownUser | null> {
  if (key.startsWith(API_TOKEN_PREFIX)) {
    const actor = await resolveApiToken(dependencies, key);
    if (!actor) return null;
    const { userId, organizationId } = actor;
    const who = dependencies.lookups`select ${userId}::uuid as user_id, ${organizationId}::uuid as organization_id, null::text as provider`;
    const [row] = await currentUserQuery(dependencies.lookups, who);
    return row ? { ...actor, row } : null;
  }
  const session = sessionQuery(dependencies, key);
  const [row] = session ? await currentUserQuery(dependencies.lookups, session) : [];
  return row ? { ...(await toActor(dependencies, row)), row } : null;
}

/** The signed-in user with the active organization. */
export function getCurrentUser({ actor, config }: Pick<Dependencies, 'config'> & { actor: KnownUser }): CurrentUser {
  return presentCurrentUser(actor.row, actor, config);
}

/** @param who a query whose one row has at least `user_id`, `organization_id` and `provider` */
function currentUserQuery<Who extends readonly object[]>(lookups: Sql, who: PendingQuery<Who>) {
  return lookups<(Who[number] & CurrentUserRow)[]>`
    with who as (${who})
    select who.*, u.id, u.username, u.email, u.first_name, u.last_name, u.admin_flag, u.image, u.email_verified, u.time_zone,
      u.locale, u.theme, u.tour_seen_at is not null as tour_seen, u.access_review_at is not null and who.provider is null as access_review, o.name as organization_name, o.setup_step,
      places.count as organization_count, places.owned as owned_organization_id,
      exists (select 1 from billing_accounts where organization_id = o.id and read_only_since is not null) as read_only,
      (select count(*)::int from instances where kind = 'service' and organization_id = o.id and user_id = u.id and status not in ('Deleted', 'Pending Deletion')) as user_services
    from who
    join users u on u.id = who.user_id
    join organizations o on o.id = who.organization_id
    cross join lateral (
      select count(*)::int as count, (array_agg(organization_id order by created_at) filter (where role = 'owner'))[1] as owned
      from memberships where user_id = u.id and status = 'active'
    ) places`;
}
