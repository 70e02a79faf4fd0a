import { Alert } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cents } from '#shared/features/billing/model.ts';
import type { Organization } from '#shared/features/organizations/contract.ts';
import { moneyText } from '../billing/index.ts';

/** Credit that comes with the first card; beta users also learn why a card is needed. */
export function CreditNotice({ organization }: { organization: Organization }) {
  const { t, i18n } = useTranslation('wizard');
  const { promised_credit: credit, beta_flag: beta } = organization;
  if (!credit && !beta) return null;
  return (
    <Alert color={beta ? 'yellow' : 'harbor'} icon={<IconGift size={18} />}>
      {beta && t('credit.beta')}
      {Boolean(credit) && ` ${t('credit.text', { credit: moneyText(cents(credit ?? 0), i18n.language) })}`}
    </Alert>
  );
}
