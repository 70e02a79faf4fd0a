import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCurrentUser } from './queries.ts';

interface ForManagersProps {
  /** Of the page. */
  title: string;
  children: ReactNode;
}

/** For owner and admins; others who follow a link are told so. */
export function ForManagers({ title, children }: ForManagersProps) {
  const { t } = useTranslation('common');
  if (isManager(useCurrentUser())) return children;
  return (
    <Page title={title}>
      <EmptyState icon={<IconLock size={24} />} title={t('managersOnly.title')} text={t('managersOnly.text')} />
    </Page>
  );
}
