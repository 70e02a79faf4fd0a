import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';

/** Not there, or not in the organization one works in now. */
export function UserNotFound() {
  const { t } = useTranslation('users');
  return (
    <Page
      title={t('notFound.title')}
      breadcrumbs={[{ label: t('title'), to: '/users' }, { label: t('notFound.title') }]}
    >
      <EmptyState
        icon={<IconUserOff size={24} />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Button component={Link} to="/users">
            {t('notFound.action')}
          </Button>
        }
      />
    </Page>
  );
}
