import { Group, Paper, Stack, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { monthName } from './dates.ts';
import classes from './MonthsChart.module.css';
import { exactMoneyText } from './money.ts';

/** Amounts billed in each of the last twelve months; every bar also has its month and amount as text. */
export function MonthsChart({ months }: { months: Billing['months'] }) {
  const { t, i18n } = useTranslation('billing');
  const highest = Math.max(1, ...months.map(({ total }) => total));
  const sum = months.reduce((all, { total }) => all + total, 0);
  return (
    <Paper p="lg" component="section" aria-labelledby="chart-title">
      <Stack gap="md">
        <Group justify="space-between" align="baseline">
          <Title order={2} id="chart-title">
            {t('chart.title')}
          </Title>
          <Text size="sm" c="dimmed" className="tabular">
            {t('chart.sum', { amount: exactMoneyText(sum, i18n.language) })}
          </Text>
        </Group>
        <ol className={classes.bars}>
          {months.map(({ month, total }) => {
            const text = t('chart.month', {
              month: monthName(month, i18n.language, 'long'),
              amount: exactMoneyText(total, i18n.language),
            });
            return (
              <Tooltip key={month} label={text}>
                <li className={classes.month}>
                  <VisuallyHidden>{text}</VisuallyHidden>
                  <span className={classes.track} aria-hidden>
                    <span className={classes.bar} style={{ height: `${(Math.max(0, total) / highest) * 100}%` }} />
                  </span>
                  <span className={classes.name} aria-hidden>
                    {monthName(month, i18n.language, 'narrow')}
                  </span>
                </li>
              </Tooltip>
            );
          })}
        </ol>
      </Stack>
    </Paper>
  );
}
