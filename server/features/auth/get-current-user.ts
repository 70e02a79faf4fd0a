import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { type CurrentUserRow, presentCurrentUser } from './presenter.ts';

/** The signed-in user with the active organization. One prepared query: every page of the UI begins with this call. */
export async function getCurrentUser({ sql, actor }: Context): Promise<CurrentUser> {
  const [row] = await sql<CurrentUserRow[]>`
    select u.id, u.username, u.email, u.first_name, u.last_name, u.admin_flag, u.image, u.email_verified, u.time_zone,
      u.locale, u.theme, u.tour_seen_at is not null as tour_seen, o.id as organization_id, o.name as organization_name, o.setup_step, places.count as organization_count,
      places.owned as owned_organization_id,
      exists (select 1 from billing_accounts where organization_id = o.id and read_only_since is not null) as read_only,
      (select count(*)::int from organization_services where organization_id = o.id and user_id = u.id and status <> 'Deleted') as user_services
    from users u
    join organizations o on o.id = ${actor.organizationId}
    cross join lateral (
      select count(*)::int as count, (array_agg(organization_id order by created_at) filter (where role = 'owner'))[1] as owned
      from memberships where user_id = u.id and status = 'active'
    ) places
    where u.id = ${actor.userId}`;
  if (!row) throw new Unauthenticated();
  return presentCurrentUser(row, actor);
}
