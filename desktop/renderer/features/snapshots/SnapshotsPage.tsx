import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SNAPSHOT_STATUS_FILTERS } from '#shared/features/snapshots/model.ts';
import { anyText, oneOf, useListState } from '../../lib/use-list-state.ts';
import { ListFilters } from '../../ui/ListFilters.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { snapshotUsersQuery } from './queries.ts';
import { SnapshotTable } from './SnapshotTable.tsx';
import { useLiveSnapshots } from './use-live-snapshots.ts';

const FILTERS = { status: oneOf(SNAPSHOT_STATUS_FILTERS), user: anyText };

/** /workspaces/snapshots */
export function SnapshotsPage() {
  const { t } = useTranslation(['snapshots', 'common']);
  const state = useListState(FILTERS);
  const list = useLiveSnapshots(state.query);
  const { data: users } = useQuery(snapshotUsersQuery);
  const statuses = SNAPSHOT_STATUS_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }));
  const toWorkspaces = (
    <Button component={Link} to="/workspaces">
      {t('common:notFound.action')}
    </Button>
  );
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      list={list}
      state={state}
      filters={<ListFilters ns="snapshots" state={state} statuses={statuses} users={users?.items} />}
      empty={{
        icon: <IconCamera size={24} />,
        title: t('empty.title'),
        text: t('empty.text'),
        action: toWorkspaces,
      }}
      count={(count) => t('count', { count })}
    >
      {(table) => <SnapshotTable {...table} />}
    </ListPage>
  );
}
