import type { CurrentUser } from '#shared/features/auth/contract.ts';
import type { Role } from '#shared/features/auth/model.ts';
import type { organizations } from '../organizations/tables.ts';
import type { users } from '../users/tables.ts';

/** What the signed-in user learns of themselves. */
export function presentCurrentUser(
  user: typeof users.$inferSelect,
  organization: typeof organizations.$inferSelect,
  place: { role: Role; organizationCount: number; ownedOrganizationId: string | null },
): CurrentUser {
  return {
    authenticated: true,
    id: user.id,
    username: user.username,
    email_address: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: place.role,
    organization: { id: organization.id, name: organization.name, setupStep: organization.setupStep },
    organization_count: place.organizationCount,
    has_organization: place.ownedOrganizationId !== null,
    owner_organization_id: place.ownedOrganizationId,
    admin_flag: user.adminFlag,
    user_services: 0,
    profile_photo_url: user.image,
    email_confirmed: user.emailVerified,
    time_zone: user.timeZone,
    locale: user.locale,
  };
}
