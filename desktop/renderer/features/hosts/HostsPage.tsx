import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HOST_STATUS_FILTERS } from '#shared/features/hosts/model.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { HostFilters } from './HostFilters.tsx';
import { HostTable } from './HostTable.tsx';
import { hostListQuery } from './queries.ts';
import { useLiveHosts } from './use-live-hosts.ts';

/** /hosts */
export function HostsPage() {
  const { t } = useTranslation('hosts');
  return (
    <ForManagers title={t('title')}>
      <Hosts />
    </ForManagers>
  );
}

function Hosts() {
  const { t } = useTranslation('hosts');
  const state = useListState(['status']);
  const status = HOST_STATUS_FILTERS.find((value) => value === state.values.status);
  const list = useQuery(hostListQuery({ ...state.query, ...(status && { status }) }));
  useLiveHosts();
  const none = list.data?.records === 0 && !state.filtered;
  const addButton = (
    <Button component={Link} to="/hosts/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
      {t('add.title')}
    </Button>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={!none && addButton}>
      {none ? (
        <EmptyState
          icon={<IconServer2 size={24} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={addButton}
        />
      ) : (
        <>
          <HostFilters state={state} />
          {list.isPending && <PageSkeleton />}
          {list.isError && !list.data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          )}
          {list.data && (
            <>
              <HostTable label={t('title')} rows={list.data.rows} sort={state.sort} onSort={state.setSort} />
              <Group justify="space-between">
                <Text size="sm" c="dimmed" className="tabular" role="status">
                  {t('count', { count: list.data.records })}
                </Text>
                <Pager page={state.page} records={list.data.records} onPage={state.setPage} />
              </Group>
            </>
          )}
        </>
      )}
    </Page>
  );
}
