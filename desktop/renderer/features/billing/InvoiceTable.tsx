import { Anchor, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { InvoiceRow } from '#shared/features/billing/contract.ts';
import { openColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { shortBillingDay } from './dates.ts';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import { itemName } from './item-name.ts';
import { exactMoneyText } from './money.ts';

/** Sortable only with `onSort`: without it, the rows are just an extract. */
export function InvoiceTable(list: ListTableProps<InvoiceRow>) {
  const { t, i18n } = useTranslation('billing');
  const navigate = useNavigate();
  const sortable = list.onSort !== undefined;
  const columns = useMemo<DataColumn<InvoiceRow>[]>(
    () => [
      {
        id: 'invoice_date',
        header: t('invoices.date'),
        value: (row) => row.invoice_date,
        cell: (row) => (
          <Text span size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
            {shortBillingDay(row.invoice_date, i18n.language)}
          </Text>
        ),
        sortable,
      },
      {
        id: 'customer_invoice_id',
        header: t('invoices.number'),
        value: (row) => row.customer_invoice_id,
        cell: (row) => (
          <Anchor component={Link} to={pathOf(row)} size="sm" fw={600} c="bright" style={{ whiteSpace: 'nowrap' }}>
            {row.customer_invoice_id}
          </Anchor>
        ),
        sortable,
      },
      { id: 'invoice_type', header: t('invoices.type'), value: (row) => t(`type.${row.invoice_type}`), sortable },
      { id: 'item', header: t('invoices.item'), value: (row) => itemName(row.item) },
      {
        id: 'invoice_total',
        header: t('invoices.total'),
        value: (row) => row.invoice_total,
        cell: (row) => <span className="tabular">{exactMoneyText(row.invoice_total, i18n.language)}</span>,
        align: 'right',
        sortable,
      },
      {
        id: 'status',
        header: t('invoices.status'),
        value: (row) => row.status,
        cell: (row) => <InvoiceStatus status={row.status} />,
        sortable,
      },
      openColumn({
        header: t('invoices.actions'),
        text: t('invoices.view'),
        to: pathOf,
        named: (row) => t('invoices.viewNamed', { number: row.customer_invoice_id }),
      }),
    ],
    [t, i18n.language, sortable],
  );
  return <DataTable {...list} columns={columns} onRowClick={(row) => void navigate(pathOf(row))} />;
}

function pathOf({ id }: InvoiceRow): string {
  return `/organization/invoices/${id}`;
}
