import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PRODUCT, useDocumentTitle } from '../../ui/use-document-title.ts';

/** Not there, or not in the organization one works in now. */
export function UserNotFound() {
  const { t } = useTranslation('users');
  useDocumentTitle(`${t('notFound.title')} · ${PRODUCT}`);
  return (
    <EmptyState
      order={1}
      icon={<IconUserOff size={24} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button component={Link} to="/users">
          {t('notFound.action')}
        </Button>
      }
    />
  );
}
