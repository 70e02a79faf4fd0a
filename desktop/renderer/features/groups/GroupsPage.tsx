import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListState } from '../../lib/use-list-state.ts';
import { DeletedList } from '../../ui/DeletedList.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { forManagers } from '../auth/index.ts';
import { GroupBulk } from './GroupBulk.tsx';
import { GroupFilter } from './GroupFilter.tsx';
import { GroupTable } from './GroupTable.tsx';
import { groupListQuery, restoreGroupMutation } from './queries.ts';

/** /groups */
export const GroupsPage = forManagers('groups', 'title', Groups);

function Groups() {
  const { t } = useTranslation('groups');
  const state = useListState();
  const list = useQuery(groupListQuery(state.query));
  const restore = useMutation(restoreGroupMutation);
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      list={list}
      state={state}
      filters={<GroupFilter key={state.search} search={state.search} onChange={state.change} />}
      action={
        <Button component={Link} to="/groups/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
          {t('add.title')}
        </Button>
      }
      empty={{ icon: <IconUsersGroup size={24} />, title: t('empty.title'), text: t('empty.text') }}
      bulk={{
        nameOf: ({ group_name }) => group_name,
        mayHave: () => true,
        actions: (selection) => <GroupBulk selection={selection} />,
      }}
      below={<DeletedList deleted={list.data?.deleted} undo={restore.mutateAsync} />}
      count={(count) => t('count', { count })}
    >
      {(table) => <GroupTable {...table} />}
    </ListPage>
  );
}
