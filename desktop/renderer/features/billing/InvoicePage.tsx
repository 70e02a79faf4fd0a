import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { Page } from '../../ui/Page.tsx';
import { toastError } from '../../ui/toast.ts';
import { forManagers } from '../auth/index.ts';
import { downloadInvoice } from './download-invoice.ts';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { invoiceQuery } from './queries.ts';

interface InvoicePageProps {
  /** Shows the host the invoice is for. */
  hostPanel: ComponentType<{ id: string }>;
}

export const InvoicePage = forManagers('billing', 'invoice.title', OneInvoice);

function OneInvoice({ hostPanel: HostPanel }: InvoicePageProps) {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const invoice = useQuery(invoiceQuery(id));
  if (!invoice.data && invoice.error instanceof ApiError && invoice.error.notFound) {
    return (
      <NotFound
        title={t('invoice.notFound.title')}
        text={t('invoice.notFound.text')}
        to="/organization/invoices"
        back={t('invoice.notFound.action')}
      />
    );
  }
  const crumbs = [
    { label: t('title'), to: '/organization/billing' },
    { label: t('invoices.title'), to: '/organization/invoices' },
    { label: invoice.data?.customer_invoice_id ?? t('invoice.title') },
  ];
  return (
    <Page
      title={t('invoice.title')}
      breadcrumbs={crumbs}
      width="form"
      actions={invoice.data && <Actions invoice={invoice.data} />}
    >
      <Loaded query={invoice}>{(data) => <InvoiceSheet invoice={data} />}</Loaded>
      {invoice.data?.host_id && <HostPanel id={invoice.data.host_id} />}
    </Page>
  );
}

function Actions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const download = useMutation({
    mutationFn: () => downloadInvoice(invoice),
    onError: () => toastError(t('invoice.downloadFailed')),
  });
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        {t('invoice.print')}
      </Button>
      <Button leftSection={<IconDownload size={16} />} onClick={() => download.mutate()} loading={download.isPending}>
        {t('invoice.download')}
      </Button>
    </>
  );
}
