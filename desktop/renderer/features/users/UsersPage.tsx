import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MEMBER_STATUSES } from '#shared/features/users/model.ts';
import { oneOf, useListState } from '../../lib/use-list-state.ts';
import { ListFilters } from '../../ui/ListFilters.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { forManagers, useCurrentUser } from '../auth/index.ts';
import { memberName } from './member-name.ts';
import { userListQuery } from './queries.ts';
import { UserBulk } from './UserBulk.tsx';
import { UserTable } from './UserTable.tsx';

const FILTERS = { status: oneOf(MEMBER_STATUSES) };

/** /users */
export const UsersPage = forManagers('users', 'title', Users);

function Users() {
  const { t } = useTranslation('users');
  const me = useCurrentUser();
  const state = useListState(FILTERS);
  const list = useQuery(userListQuery(state.query));
  const statuses = MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      list={list}
      state={state}
      filters={<ListFilters ns="users" state={state} statuses={statuses} />}
      action={
        <Button component={Link} to="/users/add" leftSection={<IconUserPlus size={16} />} aria-keyshortcuts="N">
          {t('add.title')}
        </Button>
      }
      bulk={{
        nameOf: memberName,
        mayHave: ({ id, role, status }) => status !== 'deleted' && role !== 'owner' && id !== me.id,
        actions: (selection) => <UserBulk selection={selection} />,
      }}
      count={(count) => t('count', { count })}
    >
      {(table) => <UserTable {...table} />}
    </ListPage>
  );
}
