import { Button } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HOST_STATUS_FILTERS } from '#shared/features/hosts/model.ts';
import { oneOf, useListState } from '../../lib/use-list-state.ts';
import { ListFilters } from '../../ui/ListFilters.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { forManagers } from '../auth/index.ts';
import { HostBulk } from './HostBulk.tsx';
import { HostTable } from './HostTable.tsx';
import { hostListQuery } from './queries.ts';
import { useLiveHosts } from './use-live-hosts.ts';

const FILTERS = { status: oneOf(HOST_STATUS_FILTERS) };

/** /hosts */
export const HostsPage = forManagers('hosts', 'title', Hosts);

function Hosts() {
  const { t } = useTranslation('hosts');
  const state = useListState(FILTERS);
  const list = useQuery(hostListQuery(state.query));
  useLiveHosts();
  const statuses = HOST_STATUS_FILTERS.map((value) => ({ value, label: t(`statusFilter.${value}`) }));
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      list={list}
      state={state}
      filters={<ListFilters ns="hosts" state={state} statuses={statuses} />}
      action={
        <Button component={Link} to="/hosts/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
          {t('add.title')}
        </Button>
      }
      empty={{ icon: <IconServer2 size={24} />, title: t('empty.title'), text: t('empty.text') }}
      bulk={{
        nameOf: ({ name }) => name,
        mayHave: ({ status }) => status === 'Active' || status === 'Pending',
        actions: (selection) => <HostBulk selection={selection} />,
      }}
      count={(count) => t('count', { count })}
    >
      {(table) => <HostTable {...table} />}
    </ListPage>
  );
}
