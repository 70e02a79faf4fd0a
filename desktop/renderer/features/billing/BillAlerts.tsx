import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Billing } from '#shared/features/billing/contract.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { billingDay } from './dates.ts';
import { exactMoneyText } from './money.ts';
import { payInvoiceMutation } from './queries.ts';

/** What needs attention: an invoice that could not be collected, or a service that ends. */
export function BillAlerts({ billing }: { billing: Billing }) {
  const { t, i18n } = useTranslation('billing');
  const { open_invoice: open, delete_date: deleted } = billing;
  return (
    <>
      {open && <OpenInvoice invoice={open} readOnly={billing.read_only} />}
      {deleted && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t('alert.ending', { date: billingDay(deleted, i18n.language) })}
        </Alert>
      )}
    </>
  );
}

interface OpenInvoiceProps {
  invoice: NonNullable<Billing['open_invoice']>;
  readOnly: boolean;
}

function OpenInvoice({ invoice, readOnly }: OpenInvoiceProps) {
  const { t, i18n } = useTranslation('billing');
  const amount = exactMoneyText(invoice.amount_due, i18n.language);
  const number = invoice.customer_invoice_id;
  const pay = useMutation({
    ...payInvoiceMutation,
    onSuccess: () => toastSuccess(t('alert.paid')),
  });
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('alert.openTitle', { amount })}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(readOnly ? 'alert.readOnlyText' : 'alert.openText', { number })}</Text>
        {pay.error && (
          <Text size="sm" fw={600} role="alert">
            {pay.error.message}
          </Text>
        )}
        <Button size="xs" color="red" onClick={() => pay.mutate(invoice.id)} loading={pay.isPending}>
          {t('alert.pay', { amount })}
        </Button>
      </Stack>
    </Alert>
  );
}
