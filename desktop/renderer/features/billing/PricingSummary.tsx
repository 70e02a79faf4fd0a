import { Divider, Group, List, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Charge } from '#shared/api/envelope.ts';
import { cents, INCLUDED, MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { AmountRow } from './Amounts.tsx';
import { moneyText } from './money.ts';

const count = INCLUDED.sharedWorkspacesPerLicense;
const DAY_MS = 86_400_000;

interface PricingSummaryProps {
  /** Left out once the subscription has begun. */
  firstCharge?: Charge | null | undefined;
}

/** What the subscription includes, what it costs, and what is charged today. */
export function PricingSummary({ firstCharge }: PricingSummaryProps) {
  const { t, i18n } = useTranslation('wizard');
  const money = (amount: typeof MONTHLY_PRICE.subscription) => moneyText(amount, i18n.language);
  const { cpuCores: cpu, memoryGb: memory, diskGb: disk } = SHARED_LIMITS;
  return (
    <Paper p="lg" component="section" aria-label={t('pricing.label')}>
      <Stack gap="md">
        <div>
          <Title order={2}>{t('pricing.plan')}</Title>
          <Group gap={6} align="baseline">
            <Text fz={28} fw={650} className="tabular">
              {money(MONTHLY_PRICE.subscription)}
            </Text>
            <Text c="dimmed">{t('pricing.perMonth')}</Text>
          </Group>
        </div>
        <List
          spacing={6}
          size="sm"
          lh={1.45}
          icon={
            <ThemeIcon size={18} radius="xl" variant="light">
              <IconCheck size={12} aria-hidden />
            </ThemeIcon>
          }
        >
          <List.Item>{t('pricing.included', { count })}</List.Item>
          <List.Item>{t('pricing.shared', { cpu, memory, disk })}</List.Item>
          <List.Item>{t('pricing.extraUser', { price: money(MONTHLY_PRICE.extraUser), count })}</List.Item>
          <List.Item>{t('pricing.billed')}</List.Item>
        </List>
        {firstCharge && <FirstCharge charge={firstCharge} />}
      </Stack>
    </Paper>
  );
}

/** Months and billing dates are UTC; the dates shown are too, or the 1st would read as the 31st. */
function FirstCharge({ charge }: { charge: Charge }) {
  const { t, i18n } = useTranslation('wizard');
  const { at, amount, card_amount: card, credit_amount: credit, carried_over: carried } = charge;
  const nextBilling = new Date(charge.next_billing_date);
  const day = (date: Date) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(date);
  const period = t('pricing.period', { from: day(new Date(at)), to: day(new Date(nextBilling.getTime() - DAY_MS)) });
  return (
    <>
      <Divider />
      <div>
        <Stack component="dl" gap={4} m={0}>
          <AmountRow label={t('pricing.today')} note={period} amount={amount} strong />
          {credit > 0 && <AmountRow label={t('pricing.credit')} amount={-credit} />}
          {carried < 0 && <AmountRow label={t('pricing.earlier')} amount={-carried} />}
          {carried > 0 && <AmountRow label={t('pricing.carried', { date: day(nextBilling) })} amount={-carried} />}
          {card !== amount && <AmountRow label={t('pricing.card')} amount={card} strong sum />}
        </Stack>
        <Text size="sm" c="dimmed" mt={6}>
          {t('pricing.then', { price: moneyText(cents(charge.monthly_after), i18n.language), date: day(nextBilling) })}
        </Text>
        <Text size="xs" c="dimmed" mt={6}>
          {t('pricing.prorated')}
        </Text>
      </div>
    </>
  );
}
