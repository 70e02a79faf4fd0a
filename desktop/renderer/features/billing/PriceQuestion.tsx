import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cents } from '#shared/features/billing/model.ts';
import { ChargeText } from './ChargeText.tsx';
import { moneyText } from './money.ts';
import type { CardPayment } from './use-card-payment.ts';

/** The card is confirmed, but the page hadn't shown the charge: asks with the price. */
export function PriceQuestion({ payment }: { payment: CardPayment }) {
  const { t, i18n } = useTranslation('billing');
  const { asked, paying, answer, dismiss } = payment;
  if (!asked) return null;
  const { charge, changed } = asked;
  const price = moneyText(cents(charge.card_amount), i18n.language);
  return (
    <Alert color="yellow" role="alert" icon={<IconCreditCard size={18} />} title={t('price.title')}>
      <Stack gap="sm">
        <Text size="sm">{t(changed ? 'price.changed' : 'price.afterBank')}</Text>
        <ChargeText charge={charge} />
        <Group gap="xs">
          <Button onClick={answer} loading={paying}>
            {charge.card_amount > 0 ? t('price.pay', { price }) : t('price.begin')}
          </Button>
          <Button variant="default" onClick={dismiss} disabled={paying}>
            {t('price.other')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
