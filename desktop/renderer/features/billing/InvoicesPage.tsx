import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListState } from '../../lib/use-list-state.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { forManagers } from '../auth/index.ts';
import { InvoiceTable } from './InvoiceTable.tsx';
import { invoiceListQuery } from './queries.ts';

/** /organization/invoices */
export const InvoicesPage = forManagers('billing', 'invoices.title', Invoices);

function Invoices() {
  const { t } = useTranslation('billing');
  const state = useListState({}, 'push');
  const list = useQuery(invoiceListQuery(state.query));
  return (
    <ListPage
      title={t('invoices.title')}
      intro={t('invoices.intro')}
      breadcrumbs={[{ label: t('title'), to: '/organization/billing' }, { label: t('invoices.title') }]}
      list={list}
      state={state}
      empty={{
        icon: <IconReceipt size={24} />,
        title: t('invoices.emptyTitle'),
        text: t('invoices.emptyText'),
      }}
      count={(count) => t('invoices.count', { count })}
    >
      {(table) => <InvoiceTable {...table} />}
    </ListPage>
  );
}
