import { createSession } from '#server/features/auth/index.ts';
import type { Dependencies } from '#server/features/context.ts';
import { memberships, organizations, users } from '#server/features/people/tables.ts';
import { newId } from '#server/platform/ids.ts';
import type { Role } from '#shared/features/auth/model.ts';

export interface MintedUser {
  userId: string;
  username: string;
  email: string;
  /** Session key, for the header. */
  key: string;
}

export interface MintedOrganization {
  organizationId: string;
  owner: MintedUser;
}

/** An organization that has finished the wizard, with its owner signed in; no password, no payment. */
export async function mintOrganization(
  dependencies: Dependencies,
  options: { setupStep?: number; licences?: number } = {},
): Promise<MintedOrganization> {
  const organizationId = newId();
  await dependencies.db.insert(organizations).values({
    id: organizationId,
    name: `Organization ${organizationId.slice(-6)}`,
    setupStep: options.setupStep ?? 5,
    userLicenses: options.licences ?? 1,
  });
  return { organizationId, owner: await mintUser(dependencies, organizationId, 'owner') };
}

/** A member of the organization, signed in. */
export async function mintUser(dependencies: Dependencies, organizationId: string, role: Role): Promise<MintedUser> {
  const userId = newId();
  const username = `${role}-${userId.slice(-10)}`;
  const email = `${username}@example.com`;
  await dependencies.db.insert(users).values({
    id: userId,
    username,
    email,
    emailVerified: true,
    name: `${role} person`,
    firstName: role,
    lastName: 'Person',
  });
  return { userId, username, email, key: await joinOrganization(dependencies, { organizationId, userId, role }) };
}

/** Makes somebody a member of another organization; returns a session key for it. */
export async function joinOrganization(
  dependencies: Dependencies,
  member: { organizationId: string; userId: string; role: Role },
): Promise<string> {
  await dependencies.db.insert(memberships).values({ id: newId(), ...member });
  const origin = { ipAddress: '127.0.0.1', userAgent: 'test' };
  return createSession(dependencies, { ...member, origin });
}
