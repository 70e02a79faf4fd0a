import { Group, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Sort } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { InvoiceTable } from './InvoiceTable.tsx';
import { invoiceListQuery } from './queries.ts';

/** /organization/invoices */
export function InvoicesPage() {
  const { t } = useTranslation('billing');
  return (
    <ForManagers title={t('invoices.title')}>
      <Invoices />
    </ForManagers>
  );
}

function Invoices() {
  const { t } = useTranslation('billing');
  const { page, sort, show } = useListState();
  const direction = sort && (sort.descending ? ('desc' as const) : ('asc' as const));
  const list = useQuery(invoiceListQuery({ page: String(page), sort: sort?.id, sortDir: direction ?? undefined }));
  const { rows = [], records = 0 } = list.data ?? {};
  return (
    <Page
      title={t('invoices.title')}
      intro={t('invoices.intro')}
      breadcrumbs={[{ label: t('title'), to: '/organization/billing' }, { label: t('invoices.title') }]}
    >
      {list.isPending && <PageSkeleton />}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {list.data && records === 0 && (
        <EmptyState icon={<IconReceipt size={24} />} title={t('invoices.emptyTitle')} text={t('invoices.emptyText')} />
      )}
      {records > 0 && (
        <>
          <InvoiceTable
            label={t('invoices.title')}
            rows={rows}
            sort={sort}
            onSort={(next) => show({ page: 1, sort: next })}
          />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" className="tabular" role="status">
              {t('invoices.count', { count: records })}
            </Text>
            <Pager page={page} records={records} onPage={(next) => show({ page: next, sort })} />
          </Group>
        </>
      )}
    </Page>
  );
}

interface ListState {
  page: number;
  sort: Sort | null;
}

/** Page and order live in the address, so that Back and a shared link lead to the same rows. */
function useListState(): ListState & { show: (next: ListState) => void } {
  const [parameters, setParameters] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const id = parameters.get('sort');
  const sort = id === null ? null : { id, descending: parameters.get('sortDir') === 'desc' };
  const show = (next: ListState) =>
    setParameters({
      ...(next.page > 1 && { page: String(next.page) }),
      ...(next.sort && { sort: next.sort.id, sortDir: next.sort.descending ? 'desc' : 'asc' }),
    });
  return { page, sort, show };
}
