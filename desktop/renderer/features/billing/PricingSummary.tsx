import { Divider, Group, List, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { INCLUDED, MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { moneyText } from './money.ts';
import type { FirstCharge } from './use-first-charge.ts';

const count = INCLUDED.sharedWorkspacesPerLicense;
const DAY_MS = 86_400_000;

interface PricingSummaryProps {
  /** Left out once the subscription has begun. */
  firstCharge?: FirstCharge | undefined;
}

/** What the subscription brings, what it costs, and what is charged today (spec/2 §1). */
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
        {firstCharge && <Charge {...firstCharge} />}
      </Stack>
    </Paper>
  );
}

/** Months and billing dates are UTC; the dates shown are too, or the 1st would read as the 31st. */
function Charge({ amount, from, nextBilling }: FirstCharge) {
  const { t, i18n } = useTranslation('wizard');
  const day = (date: Date) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(date);
  const lastDay = new Date(nextBilling.getTime() - DAY_MS);
  return (
    <>
      <Divider />
      <div>
        <Group justify="space-between" align="baseline" wrap="nowrap">
          <Text fw={600}>
            {t('pricing.today')}{' '}
            <Text span size="sm" c="dimmed" fw={400}>
              {t('pricing.period', { from: day(from), to: day(lastDay) })}
            </Text>
          </Text>
          <Text fw={650} className="tabular">
            {moneyText(amount, i18n.language)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {t('pricing.then', { price: moneyText(MONTHLY_PRICE.subscription, i18n.language), date: day(nextBilling) })}
        </Text>
        <Text size="xs" c="dimmed" mt={6}>
          {t('pricing.prorated')}
        </Text>
      </div>
    </>
  );
}
