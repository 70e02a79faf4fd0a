import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { forManagers } from '../auth/index.ts';
import { SecretsPanel } from '../secrets/index.ts';
import { EditGroupForm } from './EditGroupForm.tsx';
import { GroupNotFound } from './GroupNotFound.tsx';
import { groupQuery, peopleQuery } from './queries.ts';

/** /groups/edit/{id} */
export const EditGroupPage = forManagers('groups', 'title', EditGroup);

function EditGroup() {
  const { t } = useTranslation('groups');
  const { id = '' } = useParams();
  const { data: group, error } = useQuery(groupQuery(id));
  const { data: people } = useQuery(peopleQuery);
  // If the form deleted the group, it says so itself.
  const [deleting, setDeleting] = useState(false);
  if (!deleting && error instanceof ApiError && error.notFound) return <GroupNotFound />;
  if (!group || !people) return <PageSkeleton />;
  const title = group.group_name;
  return (
    <Page title={title} breadcrumbs={[{ label: t('title'), to: '/groups' }, { label: title }]} width="form">
      <EditGroupForm key={group.id} group={group} people={people} onDeleting={setDeleting} />
      {!deleting && <SecretsPanel whose={{ owner: 'group', group_id: group.id }} />}
    </Page>
  );
}
