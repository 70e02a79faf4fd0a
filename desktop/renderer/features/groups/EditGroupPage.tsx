import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { EditGroupForm } from './EditGroupForm.tsx';
import { groupQuery, peopleQuery } from './queries.ts';

/** /groups/edit/{id} */
export function EditGroupPage() {
  const { t } = useTranslation('groups');
  return (
    <ForManagers title={t('title')}>
      <EditGroup />
    </ForManagers>
  );
}

function EditGroup() {
  const { t } = useTranslation('groups');
  const { id = '' } = useParams();
  const { data: group, error } = useQuery(groupQuery(id));
  const { data: people } = useQuery(peopleQuery);
  const notFound = !group && error instanceof ApiError && error.notFound;
  const title = notFound ? t('notFound.title') : (group?.group_name ?? t('title'));
  if (!notFound && !(group && people)) return <PageSkeleton />;
  return (
    <Page title={title} breadcrumbs={[{ label: t('title'), to: '/groups' }, { label: title }]} width="form">
      {group && people && <EditGroupForm key={group.id} group={group} people={people} />}
      {notFound && (
        <EmptyState
          icon={<IconUsersGroup size={24} />}
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={
            <Button component={Link} to="/groups">
              {t('notFound.action')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
