import { Button } from '@mantine/core';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { anyText, oneOf, useListState } from '../../lib/use-list-state.ts';
import { AddressAlert } from '../../ui/AddressAlert.tsx';
import { ListFilters } from '../../ui/ListFilters.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { useLiveList } from '../instances/index.ts';
import { HostNeeded } from './HostNeeded.tsx';
import { SERVICE } from './kind.ts';
import { serviceListQuery, serviceUsersQuery } from './queries.ts';
import { ServiceBulk } from './ServiceBulk.tsx';
import { ServiceTable } from './ServiceTable.tsx';

/** How long the alert stays, in milliseconds. */
const LAUNCH_ERROR_MS = 6_000;

/** `deleted` has those that are to be deleted for good. */
const STATUSES = STATUS_FILTERS.filter((value) => value !== 'pending_deletion');
const FILTERS = { status: oneOf(STATUSES), user: anyText };

/** /services */
export function ServicesPage() {
  const { t } = useTranslation(['services', 'workspaces']);
  const user = useCurrentUser();
  const manager = isManager(user);
  const state = useListState(FILTERS);
  const list = useQuery(serviceListQuery({ ...state.query, user: manager ? state.query.user : undefined }));
  const { data: users } = useQuery({ ...serviceUsersQuery(), enabled: manager });
  useLiveList(SERVICE);
  const statuses = STATUSES.map((value) => ({ value, label: t(`workspaces:statusFilter.${value}`) }));
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      notice={<AddressAlert text={t('launchError')} shownMs={LAUNCH_ERROR_MS} />}
      list={list}
      state={state}
      filters={<ListFilters ns="services" state={state} statuses={statuses} users={users?.items} />}
      action={
        manager && (
          <Button component={Link} to="/services/browse" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
            {t('add')}
          </Button>
        )
      }
      empty={{
        icon: <IconApps size={24} />,
        title: t('empty.title'),
        text: t(manager ? 'empty.text' : 'empty.textNoAdd'),
        more: manager && <HostNeeded />,
      }}
      bulk={{
        nameOf: ({ name }) => name,
        mayHave: ({ may }) => may.start || may.stop || may.delete,
        actions: (selection) => <ServiceBulk selection={selection} />,
      }}
      count={(count) => t('count', { count })}
    >
      {(table) => <ServiceTable {...table} showUser={manager} />}
    </ListPage>
  );
}
