import { Button, Group, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { rooms } from '#shared/api/rooms.ts';
import { isManager } from '#shared/features/auth/model.ts';
import { useRoom } from '../../lib/socket.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { AddressAlert } from '../../ui/AddressAlert.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { serviceListKey, serviceListQuery } from './queries.ts';
import { ServiceFilters } from './ServiceFilters.tsx';
import { ServiceTable } from './ServiceTable.tsx';
import { SERVICE_STATUS_FILTERS } from './status-filters.ts';

/** At most one reload of the list in this time, however much happens in the organization. */
const RELOAD_EVERY_MS = 500;
/** spec/2 §9. */
const LAUNCH_ERROR_MS = 6_000;

/** /services */
export function ServicesPage() {
  const { t } = useTranslation('services');
  const user = useCurrentUser();
  const manager = isManager(user);
  const state = useListState(['status', 'user']);
  const status = SERVICE_STATUS_FILTERS.find((value) => value === state.values.status);
  const list = useQuery(
    serviceListQuery({
      ...state.query,
      ...(status && { status }),
      ...(manager && state.values.user && { user: state.values.user }),
    }),
  );
  useLiveList(user.organization.id);
  const { rows = [], records = 0 } = list.data ?? {};
  const none = list.data && records === 0 && !state.filtered;
  const addButton = manager && (
    <Button component={Link} to="/services/browse" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={!none && addButton}>
      <AddressAlert text={t('launchError')} shownMs={LAUNCH_ERROR_MS} />
      {none ? (
        <EmptyState
          icon={<IconApps size={24} />}
          title={t('empty.title')}
          text={t(manager ? 'empty.text' : 'empty.textNoAdd')}
          action={addButton}
        />
      ) : (
        <>
          <ServiceFilters state={state} />
          {list.isPending && <PageSkeleton />}
          {list.isError && !list.data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          )}
          {list.data && (
            <>
              <ServiceTable
                label={t('title')}
                rows={rows}
                showUser={manager}
                sort={state.sort}
                onSort={state.setSort}
              />
              <Group justify="space-between">
                <Text size="sm" c="dimmed" className="tabular" role="status">
                  {t('count', { count: records })}
                </Text>
                <Pager page={state.page} records={records} onPage={state.setPage} />
              </Group>
            </>
          )}
        </>
      )}
    </Page>
  );
}

/** Reads the list again when some service of the organization changed, or after a lost connection. */
function useLiveList(organizationId: string): void {
  const client = useQueryClient();
  const reload = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: serviceListKey }),
    RELOAD_EVERY_MS,
  );
  useRoom(rooms.organizationServices(organizationId), { onMessage: reload, onJoin: reload });
}
