import { Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListState } from '../lib/use-list-state.ts';
import { BulkBar } from './BulkBar.tsx';
import type { ListTableProps, RowWithId } from './DataTable.tsx';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Page, type PageProps } from './Page.tsx';
import { Pager } from './Pager.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { type Selection, type SelectionOptions, useSelection } from './use-selection.ts';

interface ListPageProps<Row extends RowWithId> extends Pick<PageProps, 'title' | 'intro' | 'breadcrumbs'> {
  list: UseQueryResult<{ records: number; rows: Row[] }>;
  state: Pick<ListState, 'page' | 'sort' | 'filtered' | 'setPage' | 'setSort'>;
  /** Above everything. */
  notice?: ReactNode;
  filters?: ReactNode;
  /** Beside the title, or below `empty` while there is nothing yet. */
  action?: ReactNode;
  /** Replaces filters and rows as long as there is nothing to filter. */
  empty?: EmptyStateProps;
  /** Placeholder for the rows; a table's by default. */
  skeleton?: ReactNode;
  /** What can be done with several rows at once; without it none can be selected. */
  bulk?: SelectionOptions<Row> & { actions: (selection: Selection<Row>) => ReactNode };
  /** Below the rows, and while there are none. */
  below?: ReactNode;
  /** The number of rows, in words. */
  count: (records: number) => ReactNode;
  /** Renders the rows, usually as a table. */
  children: (table: ListTableProps<Row>) => ReactNode;
}

const NO_ROWS: never[] = [];
const NOTHING_TO_SELECT = { mayHave: () => false, nameOf: () => '' };

/** A page of rows in all its states: loading, failed, empty, nothing found, there. */
export function ListPage<Row extends RowWithId>(props: ListPageProps<Row>) {
  const { list, state, notice, filters, action, empty, skeleton = <TableSkeleton />, count, ...rest } = props;
  const { bulk, below, children, ...page } = rest;
  const { data } = list;
  const selection = useSelection<Row>(data?.rows ?? NO_ROWS, bulk ?? NOTHING_TO_SELECT);
  const none = empty && data?.records === 0 && !state.filtered;
  return (
    <Page {...page} actions={!none && action}>
      {notice}
      {none ? (
        <EmptyState action={action} {...empty} />
      ) : (
        <>
          {filters}
          {list.isPending && skeleton}
          {list.isError && !data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          )}
          {data && (
            <>
              {children({
                label: page.title,
                rows: data.rows,
                sort: state.sort,
                onSort: state.setSort,
                ...(bulk && { selection }),
              })}
              {bulk && selection.rows.length > 0 && <BulkBar selection={selection}>{bulk.actions(selection)}</BulkBar>}
              <Group justify="space-between" className="below-rows">
                <Count>{count(data.records)}</Count>
                <Pager page={state.page} records={data.records} onPage={state.setPage} />
              </Group>
            </>
          )}
        </>
      )}
      {below}
    </Page>
  );
}

function Count({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Text size="sm" c="dimmed" className="tabular" role="status">
      {children}
    </Text>
  );
}
