import { IconLock } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCurrentUser } from './queries.ts';

/**
 * A page for owner and admins; others who follow a link are told so.
 * @param ns the catalogue of its title
 */
export function forManagers<Props extends object>(ns: string, title: string, Content: ComponentType<Props>) {
  return function ForManagers(props: Props) {
    const { t } = useTranslation([ns, 'common']);
    if (isManager(useCurrentUser())) return <Content {...props} />;
    return (
      <Page title={t(title)}>
        <EmptyState
          icon={<IconLock size={24} />}
          title={t('common:managersOnly.title')}
          text={t('common:managersOnly.text')}
        />
      </Page>
    );
  };
}
