import { Button } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PRODUCT, useDocumentTitle } from '../../ui/use-document-title.ts';

export function HostNotFound() {
  const { t } = useTranslation('hosts');
  useDocumentTitle(`${t('notFound.title')} · ${PRODUCT}`);
  return (
    <EmptyState
      order={1}
      icon={<IconZoomQuestion size={24} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button component={Link} to="/hosts">
          {t('toHosts')}
        </Button>
      }
    />
  );
}
