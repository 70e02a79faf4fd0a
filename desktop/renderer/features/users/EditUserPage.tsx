import { Button, SimpleGrid } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import type { User } from '#shared/features/users/contract.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { WeeklyActivity } from '../activity/index.ts';
import { useCurrentUser } from '../auth/index.ts';
import { EditUserForm } from './EditUserForm.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import { memberName } from './member-name.ts';
import { userQuery } from './queries.ts';
import { ResendInvite } from './ResendInvite.tsx';
import { UserNotFound } from './UserNotFound.tsx';

/** /users/edit/{id}: any member for owner and admins, oneself for lead and user. */
export function EditUserPage() {
  const { id = '' } = useParams();
  return (
    <Loaded query={useQuery(userQuery(id))} notFound={<UserNotFound />}>
      {(user) => <EditUser user={user} />}
    </Loaded>
  );
}

function EditUser({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const manages = isManager(useCurrentUser());
  const name = memberName(user);
  return (
    <Page
      title={name}
      mark={<MemberStatusBadge status={user.status} />}
      breadcrumbs={manages ? [{ label: t('title'), to: '/users' }, { label: name }] : [{ label: name }]}
      actions={
        <>
          {user.may.resend && <ResendInvite user={user} />}
          {user.may.delete && (
            <Button
              component={Link}
              to={`/users/delete/${user.id}`}
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} />}
            >
              {t('delete.title')}
            </Button>
          )}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <EditUserForm key={user.id} user={user} />
        {user.status === 'active' && <WeeklyActivity userId={user.id} />}
      </SimpleGrid>
    </Page>
  );
}
