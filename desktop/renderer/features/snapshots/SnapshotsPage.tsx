import { Button, Group, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SNAPSHOT_STATUS_FILTERS } from '#shared/features/snapshots/model.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { SnapshotFilters } from './SnapshotFilters.tsx';
import { SnapshotTable } from './SnapshotTable.tsx';
import { useLiveSnapshots } from './use-live-snapshots.ts';

/** /workspaces/snapshots; filters, page and sort are kept in the address. */
export function SnapshotsPage() {
  const { t } = useTranslation(['snapshots', 'common']);
  const state = useListState(['status', 'user']);
  const { user } = state.values;
  const status = SNAPSHOT_STATUS_FILTERS.find((each) => each === state.values.status);
  const list = useLiveSnapshots({ ...state.query, ...(status && { status }), ...(user && { user }) });
  const none = list.data?.records === 0 && !state.filtered;
  return (
    <Page title={t('title')} intro={t('intro')}>
      {!none && <SnapshotFilters state={state} />}
      {list.isPending && <PageSkeleton />}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {none && (
        <EmptyState
          icon={<IconCamera size={24} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button component={Link} to="/workspaces">
              {t('common:notFound.action')}
            </Button>
          }
        />
      )}
      {list.data && !none && (
        <>
          <SnapshotTable rows={list.data.rows} sort={state.sort} onSort={state.setSort} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" className="tabular" role="status">
              {t('count', { count: list.data.records })}
            </Text>
            <Pager page={state.page} records={list.data.records} onPage={state.setPage} />
          </Group>
        </>
      )}
    </Page>
  );
}
