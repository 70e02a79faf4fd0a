import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { Logo } from '../../ui/Logo.tsx';
import { AmountRow } from './Amounts.tsx';
import { billingDay } from './dates.ts';
import classes from './InvoiceSheet.module.css';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import { itemName } from './item-name.ts';
import { exactMoneyText } from './money.ts';

/** The invoice for screen and print. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useTranslation('billing');
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} component="article" className={classes.sheet}>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <div>
            <Logo />
            <Seller seller={invoice.seller} />
          </div>
          <InvoiceStatus status={invoice.status} />
        </Group>
        <Group justify="space-between" align="flex-start" gap="lg">
          <div>
            <Title order={2}>{t('invoice.number', { number: invoice.customer_invoice_id })}</Title>
            <Text size="sm" c="dimmed">
              {t('invoice.date')}: {billingDay(invoice.invoice_date, i18n.language)}
            </Text>
            {invoice.paid_date && (
              <Text size="sm" c="dimmed">
                {t('invoice.paid')}: {billingDay(invoice.paid_date, i18n.language)}
              </Text>
            )}
          </div>
          <address className={classes.address}>
            <Text size="sm" c="dimmed">
              {t('invoice.billedTo')}
            </Text>
            <Text fw={600}>{invoice.organization_name}</Text>
            {invoice.address && <Text size="sm">{invoice.address}</Text>}
          </address>
        </Group>
        <Lines invoice={invoice} />
        <Totals invoice={invoice} />
      </Stack>
    </Paper>
  );
}

/** Nothing if the operator set no seller: the logo is enough. */
function Seller({ seller: { name, address, tax_id: taxId } }: Pick<Invoice, 'seller'>) {
  const { t } = useTranslation('billing');
  if (name === 'Slipway' && !address && !taxId) return null;
  return (
    <address className={classes.address}>
      <Text size="sm" fw={600} mt={4}>
        {name}
      </Text>
      {address && <Text size="sm">{address}</Text>}
      {taxId && <Text size="sm">{t('invoice.taxId', { id: taxId })}</Text>}
    </address>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useTranslation('billing');
  return (
    <Table aria-label={t('invoice.description')} horizontalSpacing={0} className={classes.lines}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('invoice.description')}</Table.Th>
          <Table.Th ta="right">{t('invoice.quantity')}</Table.Th>
          <Table.Th ta="right">{t('invoice.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invoice.item_configuration.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an invoice's lines never change.
          <Table.Tr key={index}>
            <Table.Td>
              <Text size="sm">{itemName(line.description)}</Text>
              <Text size="xs" c="dimmed">
                {t('invoice.period', {
                  from: billingDay(line.period_start, i18n.language),
                  // The last day that is covered, not the instant at which it ends.
                  to: billingDay(new Date(Date.parse(line.period_end) - 1), i18n.language),
                })}
              </Text>
            </Table.Td>
            <Table.Td ta="right" className="tabular">
              {line.quantity}
            </Table.Td>
            <Table.Td ta="right" className="tabular">
              {exactMoneyText(line.line_total, i18n.language)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Totals({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { carried_over: carried, credit_applied: credit } = invoice;
  return (
    <Stack component="dl" gap={8} className={classes.totals}>
      <AmountRow label={t('invoice.total')} amount={invoice.invoice_total} />
      {credit > 0 && <AmountRow label={t('invoice.credit')} amount={-credit} />}
      {carried > 0 && <AmountRow label={t('invoice.carriedOn')} amount={-carried} />}
      {carried < 0 && <AmountRow label={t('invoice.carriedFrom')} amount={-carried} />}
      <AmountRow
        label={invoice.status === 'paid' ? t('invoice.charged') : t('invoice.due')}
        amount={invoice.amount_due}
        strong
        sum
      />
    </Stack>
  );
}
