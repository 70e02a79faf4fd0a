import { Alert, Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { useCurrentUser } from '../../features/auth/index.ts';

const BILLING = '/organization/billing';

/** On every page of an organization with an unpaid bill; Billing itself says more. */
export function ReadOnlyNotice() {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const { pathname } = useLocation();
  if (!user.organization.read_only || pathname === BILLING) return null;
  return (
    <Alert color="yellow" icon={<IconLock size={18} />} mb="lg">
      {t('readOnly.text', { name: user.organization.name })}{' '}
      {isManager(user) ? (
        <Anchor component={Link} to={BILLING} size="sm" fw={600}>
          {t('readOnly.open')}
        </Anchor>
      ) : (
        t('readOnly.ask')
      )}
    </Alert>
  );
}
