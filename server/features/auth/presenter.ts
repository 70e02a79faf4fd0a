import type { CurrentUser, Theme } from '#shared/features/auth/contract.ts';
import { chargesNobodyInPublic } from '../../platform/charges-nobody.ts';
import type { Config } from '../../platform/config.ts';
import type { Actor } from '../context.ts';
import { isNamedAdministrator } from './impersonation/named-administrator.ts';

/** A user, their active organization and their role there, with the database's names. */
export interface CurrentUserRow {
  id: string;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  admin_flag: boolean;
  image: string | null;
  email_verified: boolean;
  access_review: boolean;
  time_zone: string | null;
  locale: string | null;
  theme: Theme | null;
  tour_seen: boolean;
  organization_id: string;
  organization_name: string;
  setup_step: number;
  read_only: boolean;
  organization_count: number;
  owned_organization_id: string | null;
  user_services: number;
}

/** What the signed-in user sees of themselves. */
export function presentCurrentUser(
  row: CurrentUserRow,
  { role, adminFlag, impersonator }: Actor,
  config: Pick<Config, 'adminEmails' | 'publicUrl' | 'stripeKey'>,
): CurrentUser {
  return {
    authenticated: true,
    id: row.id,
    username: row.username,
    email_address: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role,
    organization: {
      id: row.organization_id,
      name: row.organization_name,
      setupStep: row.setup_step,
      read_only: row.read_only,
    },
    organization_count: row.organization_count,
    has_organization: row.owned_organization_id !== null,
    owner_organization_id: row.owned_organization_id,
    admin_flag: row.admin_flag,
    user_services: row.user_services,
    profile_photo_url: row.image,
    email_confirmed: row.email_verified,
    named_administrator: !row.admin_flag && isNamedAdministrator(config, row),
    test_payments: (adminFlag || impersonator !== undefined) && chargesNobodyInPublic(config),
    review_access: row.access_review,
    time_zone: row.time_zone,
    locale: row.locale,
    theme: row.theme,
    tour_seen: row.tour_seen,
    adminUser: impersonator
      ? {
          id: impersonator.userId,
          name: impersonator.name,
          reason: impersonator.reason,
          end_date: impersonator.endsAt.toISOString(),
        }
      : null,
  };
}
