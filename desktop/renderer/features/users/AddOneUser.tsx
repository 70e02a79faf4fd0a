import { useQuery } from '@tanstack/react-query';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { organizationQuery } from '../organizations/index.ts';
import { AddUserForm } from './AddUserForm.tsx';

/** /users/add */
export function AddOneUser() {
  const { data: organization } = useQuery(organizationQuery);
  if (!organization) return <PageSkeleton />;
  return <AddUserForm freeSeats={(organization.user_licenses ?? 0) - (organization.users ?? 0)} />;
}
