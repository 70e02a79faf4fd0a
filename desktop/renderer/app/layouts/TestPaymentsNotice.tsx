import { Alert } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../features/auth/index.ts';

/** On every page of an internal administrator, while people elsewhere could buy without paying. */
export function TestPaymentsNotice() {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  if (!user.test_payments) return null;
  return (
    <Alert color="yellow" icon={<IconCreditCardOff size={18} />} mb="lg" title={t('testPayments.title')}>
      {t('testPayments.text')}
    </Alert>
  );
}
