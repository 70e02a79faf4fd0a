import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { forManagers } from '../auth/index.ts';
import { DeleteUserForm } from './DeleteUserForm.tsx';
import { memberName } from './member-name.ts';
import { heirsQuery, userQuery } from './queries.ts';
import { UserNotFound } from './UserNotFound.tsx';

/** /users/delete/{id} */
export const DeleteUserPage = forManagers('users', 'delete.title', DeleteUser);

function DeleteUser() {
  const { t } = useTranslation('users');
  const { id = '' } = useParams();
  const { data: user, error } = useQuery(userQuery(id));
  const { data: heirs } = useQuery(heirsQuery(id));
  if (!user && error instanceof ApiError && error.notFound) return <UserNotFound />;
  if (!user || !heirs) return <PageSkeleton />;
  if (!user.may.delete) return <Navigate to={`/users/edit/${id}`} replace />;
  const name = memberName(user);
  const breadcrumbs = [
    { label: t('title'), to: '/users' },
    { label: name, to: `/users/edit/${id}` },
    { label: t('delete.title') },
  ];
  return (
    <Page title={t('delete.heading', { name })} breadcrumbs={breadcrumbs} width="form">
      <DeleteUserForm user={user} heirs={heirs} />
    </Page>
  );
}
