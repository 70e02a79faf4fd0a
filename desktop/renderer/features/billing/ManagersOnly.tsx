import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCurrentUser } from '../auth/index.ts';

/** Money is for owner and admins (spec/2, role-based menus); others who come by a link are told so. */
export function ManagersOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation('billing');
  const { role } = useCurrentUser();
  if (role === 'owner' || role === 'admin') return children;
  return (
    <Page title={t('title')}>
      <EmptyState icon={<IconLock size={24} />} title={t('managersOnly.title')} text={t('managersOnly.text')} />
    </Page>
  );
}
