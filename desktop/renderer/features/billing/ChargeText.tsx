import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Charge } from '#shared/api/envelope.ts';
import { billingDay } from './dates.ts';
import { exactMoneyText } from './money.ts';

/** What will be charged now and every month, to the cent, before anything is charged. */
export function ChargeText({ charge }: { charge: Charge }) {
  const { t, i18n } = useTranslation('billing');
  const money = (amount: number) => exactMoneyText(amount, i18n.language);
  const { amount, card_amount: card, credit_amount: credit, carried_over: carried } = charge;
  const date = billingDay(charge.next_billing_date, i18n.language);
  const after = money(charge.monthly_after);
  return (
    <Stack gap={6}>
      <Text size="sm">{card > 0 ? t('charge.now', { amount: money(card) }) : t('charge.nothing')}</Text>
      {credit > 0 && <Note>{t('charge.credit', { amount: money(amount), credit: money(credit) })}</Note>}
      {carried > 0 && <Note>{t('charge.carried', { amount: money(carried), date })}</Note>}
      {carried < 0 && <Note>{t('charge.earlier', { amount: money(-carried) })}</Note>}
      <Text size="sm">
        {charge.monthly_before === 0
          ? t('charge.start', { date, after })
          : t('charge.monthly', {
              more: money(charge.monthly_after - charge.monthly_before),
              date,
              after,
              before: money(charge.monthly_before),
            })}
      </Text>
    </Stack>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
