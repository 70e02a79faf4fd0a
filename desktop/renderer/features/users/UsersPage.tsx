import { Button, Group, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MEMBER_STATUSES } from '#shared/features/users/model.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { userListQuery } from './queries.ts';
import { UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';

/** /users */
export function UsersPage() {
  const { t } = useTranslation('users');
  return (
    <ForManagers title={t('title')}>
      <Users />
    </ForManagers>
  );
}

function Users() {
  const { t } = useTranslation('users');
  const state = useListState(['status']);
  const status = MEMBER_STATUSES.find((each) => each === state.values.status);
  const list = useQuery(userListQuery({ ...state.query, ...(status && { status }) }));
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button component={Link} to="/users/add" leftSection={<IconUserPlus size={16} />} aria-keyshortcuts="N">
          {t('add.title')}
        </Button>
      }
    >
      <UserFilters state={state} status={status ?? null} />
      {list.isPending && <PageSkeleton />}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {list.data && (
        <>
          <UserTable label={t('title')} rows={list.data.rows} sort={state.sort} onSort={state.setSort} />
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
