import { Button, Group, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pageCount } from '#shared/api/pagination.ts';
import { rooms } from '#shared/api/rooms.ts';
import { useRoom } from '../../lib/socket.ts';
import { AddressAlert } from '../../ui/AddressAlert.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { useTour } from '../tour/index.ts';
import { userOptionsQuery, workspaceListKey, workspaceListQuery } from './queries.ts';
import { toQuery, useListFilters } from './use-list-filters.ts';
import { WorkspaceFilters } from './WorkspaceFilters.tsx';
import { WorkspaceGrid } from './WorkspaceGrid.tsx';
import { WorkspaceListSkeleton } from './WorkspaceListSkeleton.tsx';
import { WorkspaceTable } from './WorkspaceTable.tsx';

/** At most one reload of the list in this time, however much happens in the organization. */
const RELOAD_EVERY_MS = 500;

/** spec/1 §9. */
const LAUNCH_ERROR_MS = 15_000;

/** /workspaces */
export function WorkspacesPage() {
  const { t } = useTranslation(['workspaces', 'common']);
  const user = useCurrentUser();
  const mayAdd = user.role !== 'user';
  const controls = useListFilters();
  const { filters, filtered, change } = controls;
  const list = useQuery(workspaceListQuery(toQuery(filters)));
  const { data: users } = useQuery(userOptionsQuery);
  useLiveList(user.organization.id);
  useLastPage(filters.page, list.data?.records, (page) => change({ page: String(page) }));

  useTour(list.isSuccess);

  const { rows = [], records = 0 } = list.data ?? {};
  const none = list.data && records === 0 && !filtered;
  const showUser = (users?.items.length ?? 0) > 1;
  const addButton = mayAdd && (
    <Button component={Link} to="/workspaces/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={!none && addButton}>
      <AddressAlert text={t('launchError')} shownMs={LAUNCH_ERROR_MS} />
      {none ? (
        <EmptyState
          icon={<IconStack2 size={24} />}
          title={t('empty.title')}
          text={t(mayAdd ? 'empty.text' : 'empty.textNoAdd')}
          action={addButton}
        />
      ) : (
        <>
          <WorkspaceFilters {...controls} />
          {list.isPending && <WorkspaceListSkeleton />}
          {list.isError && !list.data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          )}
          {list.data && filters.view === 'table' && (
            <WorkspaceTable
              label={t('title')}
              rows={rows}
              showUser={showUser}
              sort={filters.sort ? { id: filters.sort, descending: filters.sortDir === 'desc' } : null}
              onSort={(sort) => change({ sort: sort?.id ?? null, sortDir: sort && (sort.descending ? 'desc' : 'asc') })}
            />
          )}
          {list.data && filters.view === 'grid' && rows.length > 0 && (
            <WorkspaceGrid label={t('title')} rows={rows} showUser={showUser} />
          )}
          {list.data && filters.view === 'grid' && rows.length === 0 && (
            <Text c="dimmed" ta="center" py={48} role="status">
              {t('common:table.empty')}
            </Text>
          )}
          {records > 0 && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed" className="tabular" role="status">
                {t('count', { count: records })}
              </Text>
              <Pager page={filters.page} records={records} onPage={(page) => change({ page: String(page) })} />
            </Group>
          )}
        </>
      )}
    </Page>
  );
}

/** Reads the list again when some workspace of the organization changed, or after a lost connection. */
function useLiveList(organizationId: string): void {
  const client = useQueryClient();
  const reload = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: workspaceListKey }),
    RELOAD_EVERY_MS,
  );
  useRoom(rooms.organizationWorkspaces(organizationId), { onMessage: reload, onJoin: reload });
}

/** A page that is no longer there, after deletions or by an old link, becomes the last one there is. */
function useLastPage(page: number, records: number | undefined, goTo: (page: number) => void): void {
  const last = records === undefined ? page : pageCount(records);
  const leave = useEffectEvent(() => goTo(last));
  useEffect(() => {
    if (page > last) leave();
  }, [page, last]);
}
