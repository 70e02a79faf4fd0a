import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListState } from '../../lib/use-list-state.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { GroupFilter } from './GroupFilter.tsx';
import { GroupTable } from './GroupTable.tsx';
import { groupListQuery } from './queries.ts';

/** /groups */
export function GroupsPage() {
  const { t } = useTranslation('groups');
  return (
    <ForManagers title={t('title')}>
      <Groups />
    </ForManagers>
  );
}

function Groups() {
  const { t } = useTranslation('groups');
  const state = useListState();
  const list = useQuery(groupListQuery(state.query));
  const none = list.data?.records === 0 && !state.filtered;
  const addButton = (
    <Button component={Link} to="/groups/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
      {t('add.title')}
    </Button>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={!none && addButton}>
      {none && (
        <EmptyState
          icon={<IconUsersGroup size={24} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={addButton}
        />
      )}
      {!none && <GroupFilter key={state.search} search={state.search} onChange={state.change} />}
      {list.isPending && <PageSkeleton />}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {list.data && !none && (
        <>
          <GroupTable label={t('title')} rows={list.data.rows} sort={state.sort} onSort={state.setSort} />
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
