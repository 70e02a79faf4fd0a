import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { TemplateRow } from '#shared/features/templates/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { type Sort, useListState } from '../../lib/use-list-state.ts';
import { dateColumn, openColumn, RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { DeletedList } from '../../ui/DeletedList.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { forManagers } from '../auth/index.ts';
import { BoundRoles } from './BoundRoles.tsx';
import { restoreTemplateMutation, templateListQuery } from './queries.ts';
import { TemplateBulk } from './TemplateBulk.tsx';

/** By name, ascending, by default. */
const DEFAULT_SORT: Sort = { id: 'name', descending: false };

/** /templates */
export const TemplatesPage = forManagers('templates', 'title', Templates);

function Templates() {
  const { t } = useTranslation('templates');
  const state = useListState();
  const list = useQuery(templateListQuery(state.query));
  const bound = list.data?.bound_roles ?? [];
  const some = (list.data?.records ?? 0) > 0 || bound.length > 0;
  const restore = useMutation(restoreTemplateMutation);
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      list={list}
      state={state}
      notice={some && <BoundRoles roles={bound} />}
      action={
        <Button component={Link} to="/templates/add" leftSection={<IconPlus size={16} />} aria-keyshortcuts="N">
          {t('add.title')}
        </Button>
      }
      empty={{ icon: <IconTemplate size={24} />, title: t('empty.title'), text: t('empty.text') }}
      bulk={{
        nameOf: ({ name }) => name,
        mayHave: () => true,
        actions: (selection) => <TemplateBulk selection={selection} />,
      }}
      below={<DeletedList deleted={list.data?.deleted} undo={restore.mutateAsync} />}
      count={(count) => t('count', { count })}
    >
      {(table) => <TemplateTable {...table} />}
    </ListPage>
  );
}

function TemplateTable(list: ListTableProps<TemplateRow>) {
  const { t } = useTranslation('templates');
  const navigate = useNavigate();
  const columns = useMemo<DataColumn<TemplateRow>[]>(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        value: (row) => row.name,
        cell: (row) => <NameCell row={row} />,
        sortable: true,
      },
      {
        id: 'software',
        header: t('column.software'),
        value: (row) => [row.language_name, row.database_name].map(serverText).join(', '),
      },
      { id: 'roles', header: t('column.roles'), value: (row) => row.roles.map((role) => t(`role.${role}`)).join(', ') },
      {
        id: 'version',
        header: t('column.version'),
        value: (row) => row.version,
        cell: (row) => <span className="tabular">{row.version}</span>,
        align: 'right',
      },
      dateColumn('change_date', t('column.changed'), (row) => row.change_date),
      openColumn({
        header: t('column.actions'),
        text: t('edit.action'),
        to: (row) => `/templates/edit/${row.id}`,
        named: (row) => t('edit.named', { name: row.name }),
      }),
    ],
    [t],
  );
  return (
    <DataTable
      {...list}
      sort={list.sort ?? DEFAULT_SORT}
      columns={columns}
      onRowClick={(row) => navigate(`/templates/edit/${row.id}`)}
    />
  );
}

function NameCell({ row }: { row: TemplateRow }) {
  const { t } = useTranslation('templates');
  return (
    <Group gap="xs">
      <RowLink to={`/templates/edit/${row.id}`}>{row.name}</RowLink>
      {row.problems.length > 0 && (
        <Text span size="xs" c="var(--mantine-color-error)">
          {t('problem.short')}
        </Text>
      )}
    </Group>
  );
}
