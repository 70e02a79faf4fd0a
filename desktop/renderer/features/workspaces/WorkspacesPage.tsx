import { Button } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { AddressAlert } from '../../ui/AddressAlert.tsx';
import { LazyPlace } from '../../ui/LazyPlace.tsx';
import { ListFilters } from '../../ui/ListFilters.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { useLiveList } from '../instances/index.ts';
import { useTour } from '../tour/index.ts';
import { FILTERS } from './ask-for-workspaces.ts';
import { WORKSPACE } from './kind.ts';
import { userOptionsQuery, workspaceListQuery } from './queries.ts';
import { StartingPoints } from './StartingPoints.tsx';
import { useView } from './use-view.ts';
import { ViewControls } from './ViewControls.tsx';
import { WorkspaceBulk } from './WorkspaceBulk.tsx';
import { WorkspaceGrid } from './WorkspaceGrid.tsx';
import { WorkspaceListSkeleton } from './WorkspaceListSkeleton.tsx';

/** How long the alert stays, in milliseconds. */
const LAUNCH_ERROR_MS = 15_000;

/** Most people see the cards. */
const loadTable = () => import('./WorkspaceTable.tsx').then(({ WorkspaceTable }) => WorkspaceTable);

/** /workspaces */
export function WorkspacesPage() {
  const { t } = useTranslation('workspaces');
  const user = useCurrentUser();
  const mayAdd = user.role !== 'user';
  const state = useListState(FILTERS);
  const [view, setView] = useView();
  const list = useQuery(workspaceListQuery(state.query));
  const { data: users } = useQuery(userOptionsQuery);
  useLiveList(WORKSPACE);
  useTour(list.isSuccess);
  const showUser = (users?.items.length ?? 0) > 1;
  // People who may restore a deleted workspace see them.
  const statuses = STATUS_FILTERS.filter((value) => value !== 'deleted' || isManager(user)).map((value) => ({
    value,
    label: t(`statusFilter.${value}`),
  }));
  const controls = <ViewControls view={view} onView={setView} sort={state.sort} onSort={state.setSort} />;
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      notice={<AddressAlert text={t('launchError')} shownMs={LAUNCH_ERROR_MS} />}
      list={list}
      state={state}
      filters={<ListFilters ns="workspaces" state={state} statuses={statuses} users={users?.items} end={controls} />}
      action={
        mayAdd && (
          <Button component={Link} to="/workspaces/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
            {t('add')}
          </Button>
        )
      }
      empty={{
        icon: <IconStack2 size={24} />,
        title: t('empty.title'),
        text: t(mayAdd ? 'empty.text' : 'empty.textNoAdd'),
        more: mayAdd && <StartingPoints />,
      }}
      skeleton={view === 'table' ? <TableSkeleton /> : <WorkspaceListSkeleton />}
      bulk={{
        nameOf: ({ name }) => name,
        mayHave: ({ may }) => may.start || may.stop || may.delete,
        actions: (selection) => <WorkspaceBulk selection={selection} />,
      }}
      count={(count) => count > 0 && t('count', { count })}
    >
      {(table) =>
        view === 'table' ? (
          <LazyPlace load={loadTable} props={{ ...table, showUser }} fallback={<TableSkeleton />} />
        ) : (
          <WorkspaceGrid label={table.label} rows={table.rows} selection={table.selection} showUser={showUser} />
        )
      }
    </ListPage>
  );
}
