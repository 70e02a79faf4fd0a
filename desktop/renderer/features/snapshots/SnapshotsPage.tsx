import { IconCamera } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { SnapshotTable } from './SnapshotTable.tsx';
import { useLiveSnapshots } from './use-live-snapshots.ts';

/** /workspaces/snapshots; page and sort are kept in the address. */
export function SnapshotsPage() {
  const { t } = useTranslation('snapshots');
  const [parameters, setParameters] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const sort = parameters.get('sort');
  const sortDir = parameters.get('sortDir') === 'asc' ? 'asc' : 'desc';
  const list = useLiveSnapshots({ page: String(page), ...(sort && { sort, sortDir }) });
  const show = (next: { page?: number; sort?: string; sortDir?: string }) =>
    setParameters(Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)])), {
      replace: true,
    });
  const ordered = sort ? { sort, sortDir } : {};
  return (
    <Page title={t('title')} intro={t('intro')}>
      {list.isPending && <PageSkeleton />}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {list.data?.records === 0 && (
        <EmptyState icon={<IconCamera size={24} />} title={t('empty.title')} text={t('empty.text')} />
      )}
      {list.data && list.data.records > 0 && (
        <>
          <SnapshotTable
            rows={list.data.rows}
            sort={sort ? { id: sort, descending: sortDir === 'desc' } : null}
            onSort={(by) => show(by ? { sort: by.id, sortDir: by.descending ? 'desc' : 'asc' } : {})}
          />
          <Pager page={page} records={list.data.records} onPage={(next) => show({ ...ordered, page: next })} />
        </>
      )}
    </Page>
  );
}
