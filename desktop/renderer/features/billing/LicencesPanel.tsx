import { Button, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { cents, MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { billingDay } from './dates.ts';
import { moneyText } from './money.ts';
import { removeLicencesMutation } from './queries.ts';

/** How many licences are in use, and removing the others. */
export function LicencesPanel({ billing }: { billing: Billing }) {
  const { t, i18n } = useTranslation('billing');
  const { users: used, user_licenses: count, next_billing_date: date } = billing;
  const free = Math.max(0, count - used);
  const remove = useMutation({
    ...removeLicencesMutation,
    onSuccess: ({ removed }) => toastSuccess(t('licences.removed', { count: removed })),
    onError: (error) => toastError(error.message),
  });
  const price = moneyText(MONTHLY_PRICE.extraUser, i18n.language);
  const saved = moneyText(cents(free * MONTHLY_PRICE.extraUser), i18n.language);
  return (
    <Paper p="lg" component="section" aria-labelledby="licences-title">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="licences-title">
          {t('licences.title')}
        </Title>
        <Text className="tabular">{t('licences.used', { used, count })}</Text>
        <Progress value={(used / Math.max(1, count)) * 100} w="100%" size="sm" aria-label={t('licences.title')} />
        <Text size="sm" c="dimmed">
          {free > 0 ? t('licences.free', { count: free }) : t('licences.none', { price })}
        </Text>
        {free > 0 && date && (
          <ConfirmPopover
            title={t('licences.removeTitle')}
            text={t('licences.removeText', { amount: saved, date: billingDay(date, i18n.language) })}
            onConfirm={() => remove.mutate()}
          >
            <Button variant="default" size="xs" loading={remove.isPending}>
              {t('licences.remove', { count: free })}
            </Button>
          </ConfirmPopover>
        )}
      </Stack>
    </Paper>
  );
}
