import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { AddWorkspaceForm } from './AddWorkspaceForm.tsx';
import { templateOptionsQuery, userOptionsQuery } from './queries.ts';
import { useWorkspaceOptions } from './use-workspace-options.ts';

/** /workspaces/add */
export function AddWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const user = useCurrentUser();
  const options = useWorkspaceOptions();
  const { data: users } = useQuery({ ...userOptionsQuery, meta: { page: true } });
  const { data: templates } = useQuery({ ...templateOptionsQuery, meta: { page: true } });
  const allowed = user.role !== 'user';
  return (
    <Page
      title={t('addPage.title')}
      intro={allowed && t('addPage.intro')}
      breadcrumbs={[{ label: t('title'), to: '/workspaces' }, { label: t('addPage.title') }]}
      width="form"
    >
      {!allowed && (
        <EmptyState
          icon={<IconLock size={24} />}
          title={t('addPage.notAllowed')}
          text={t('addPage.notAllowedText')}
          action={
            <Button component={Link} to="/workspaces" variant="default">
              {t('pending.toWorkspaces')}
            </Button>
          }
        />
      )}
      {allowed &&
        (options && users && templates ? (
          <AddWorkspaceForm options={options} users={users.items} templates={templates} />
        ) : (
          <PageSkeleton />
        ))}
    </Page>
  );
}
