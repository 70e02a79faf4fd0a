import { Divider, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { AmountRow } from './Amounts.tsx';
import { billingDay } from './dates.ts';
import { exactMoneyText, moneyText } from './money.ts';

/** The invoice of the next 1st with its lines, credit and total, and the balance before and after it. */
export function UpcomingInvoice({ billing }: { billing: Billing }) {
  const { t, i18n } = useTranslation('billing');
  const { bill, next_billing_date: date, current_balance: balance } = billing;
  const extraUsers = bill.user_charge / MONTHLY_PRICE.extraUser;
  const carried = billing.upcoming_amount_due - (billing.upcoming_total - bill.credit_amount);
  return (
    <Paper p="lg" component="section" aria-labelledby="upcoming-title">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Title order={2} id="upcoming-title">
            {t('upcoming.title')}
          </Title>
          {date && (
            <Text size="sm" c="dimmed">
              {t('upcoming.due', { date: billingDay(date, i18n.language) })}
            </Text>
          )}
        </Group>
        {date ? (
          <Stack component="dl" gap={8} m={0}>
            <AmountRow
              label={t('upcoming.subscription')}
              note={t('upcoming.subscriptionNote')}
              amount={bill.subscription_charge}
            />
            {extraUsers > 0 && (
              <AmountRow
                label={t('upcoming.users', { count: extraUsers })}
                note={t('upcoming.each', { price: moneyText(MONTHLY_PRICE.extraUser, i18n.language) })}
                amount={bill.user_charge}
              />
            )}
            {bill.servers.count > 0 && (
              <AmountRow
                label={t('upcoming.servers', { count: bill.servers.count })}
                amount={bill.servers.line_price}
              />
            )}
            <AmountRow label={t('upcoming.total')} amount={billing.upcoming_total} sum />
            {bill.credit_amount > 0 && <AmountRow label={t('upcoming.credit')} amount={-bill.credit_amount} />}
            {carried > 0 && <AmountRow label={t('upcoming.carried')} amount={carried} />}
            <AmountRow label={t('upcoming.amountDue')} amount={billing.upcoming_amount_due} strong />
          </Stack>
        ) : (
          <Text c="dimmed">{t('upcoming.none')}</Text>
        )}
        {balance !== 0 && (
          <>
            <Divider />
            <Stack component="dl" gap={4} m={0} aria-label={t('balance.title')}>
              <AmountRow
                label={t('balance.title')}
                note={balance > 0 ? t('balance.credit') : t('balance.owed')}
                amount={balance}
              />
            </Stack>
            {date && (
              <Text size="sm" c="dimmed" className="tabular">
                {t('balance.after', { amount: exactMoneyText(billing.upcoming_ending_balance, i18n.language) })}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}
