import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PRODUCT, useDocumentTitle } from '../../ui/use-document-title.ts';

/** Not there, or not in the organization one works in now. */
export function GroupNotFound() {
  const { t } = useTranslation('groups');
  useDocumentTitle(`${t('notFound.title')} · ${PRODUCT}`);
  return (
    <EmptyState
      order={1}
      icon={<IconUsersGroup size={24} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button component={Link} to="/groups">
          {t('notFound.action')}
        </Button>
      }
    />
  );
}
