import { Button } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { rooms } from '#shared/api/rooms.ts';
import { isManager } from '#shared/features/auth/model.ts';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { useRoom } from '../../lib/socket.ts';
import { anyText, oneOf, useListState } from '../../lib/use-list-state.ts';
import { AddressAlert } from '../../ui/AddressAlert.tsx';
import { ListFilters } from '../../ui/ListFilters.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { serviceListKey, serviceListQuery, serviceUsersQuery } from './queries.ts';
import { ServiceTable } from './ServiceTable.tsx';

/** At most one reload of the list in this time, however much happens in the organization. */
const RELOAD_EVERY_MS = 500;
/** spec/2 §9. */
const LAUNCH_ERROR_MS = 6_000;

/** Deleted services are gone for good: nothing to filter for. */
const STATUSES = STATUS_FILTERS.filter((value) => value !== 'deleted');
const FILTERS = { status: oneOf(STATUSES), user: anyText };

/** /services */
export function ServicesPage() {
  const { t } = useTranslation(['services', 'workspaces']);
  const user = useCurrentUser();
  const manager = isManager(user);
  const state = useListState(FILTERS);
  const list = useQuery(serviceListQuery({ ...state.query, user: manager ? state.query.user : undefined }));
  const { data: users } = useQuery({ ...serviceUsersQuery(), enabled: manager });
  useLiveList(user.organization.id);
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
      }}
      count={(count) => t('count', { count })}
    >
      {(table) => <ServiceTable {...table} showUser={manager} />}
    </ListPage>
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
