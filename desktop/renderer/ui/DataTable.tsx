import { ScrollArea, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  createSortedRowModel,
  type Header,
  type RowData,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_datetime,
  sortFn_text,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../lib/use-list-state.ts';
import { CutText } from './Cut.tsx';
import classes from './DataTable.module.css';
import { SelectAllBox, SelectBox } from './SelectBox.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { Selection } from './use-selection.ts';

export interface DataColumn<Row extends RowData> {
  /** Unique; sent as `sort` when the server sorts. */
  id: string;
  header: string;
  /** Renders the cell; default the plain value. */
  cell?: (row: Row) => ReactNode;
  /** The value to sort by, shown by default. */
  value: (row: Row) => string | number | boolean | null;
  sortable?: boolean;
  align?: 'left' | 'right';
}

/** Common to all tables. */
export type RowWithId = RowData & { id: string };

export interface ListTableProps<Row extends RowWithId> {
  /** Label for screen readers. */
  label: string;
  rows: Row[];
  /** With `onSort` the server sorts; without it, the rows at hand are sorted here. */
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** Puts a checkbox before each row. */
  selection?: Selection<Row>;
}

interface DataTableProps<Row extends RowWithId> extends ListTableProps<Row> {
  /** Keep it stable: declare it outside the component or memoize it. */
  columns: DataColumn<Row>[];
  onRowClick?: (row: Row) => void;
  /** Default 'No data matches the filters above.' */
  emptyText?: string;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text, datetime: sortFn_datetime },
});
type Features = typeof features;

/**
 * Rows in columns, sortable by clicking a header; a click anywhere in a row opens it, and so does the link in it. On a
 * phone each row is a card: the column `name`, or else the first, is its title, and `actions` are at its end.
 */
export function DataTable<Row extends RowWithId>(props: DataTableProps<Row>) {
  const { label, columns, rows, sort, onSort, selection, onRowClick, emptyText } = props;
  const { t } = useTranslation();
  const [localSort, setLocalSort] = useState<Sort | null>(null);
  const current = onSort ? (sort ?? null) : localSort;
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ id }) => id,
    manualSorting: Boolean(onSort),
    enableMultiSort: false,
    state: { sorting: current ? [{ id: current.id, desc: current.descending }] : [] },
    onSortingChange: (update) => {
      const before: SortingState = current ? [{ id: current.id, desc: current.descending }] : [];
      const [first] = typeof update === 'function' ? update(before) : update;
      (onSort ?? setLocalSort)(first ? { id: first.id, descending: first.desc } : null);
    },
  });
  const viewport = useRef<HTMLDivElement>(null);
  useKeptFocus(viewport);
  const alignOf = new Map(columns.map(({ id, align }) => [id, align ?? 'left']));
  const title = columns.find(({ id }) => id === 'name') ?? columns[0];
  return (
    <ScrollArea
      className={classes.frame}
      type="auto"
      offsetScrollbars="present"
      viewportRef={viewport}
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
    >
      <Table highlightOnHover={Boolean(onRowClick)} role="table" aria-label={label} className={classes.table}>
        <Table.Thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id} role="row">
              {selection && (
                <Table.Th role="columnheader" data-part="select">
                  <SelectAllBox selection={selection} />
                </Table.Th>
              )}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} align={alignOf.get(header.column.id) ?? 'left'}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <Table.Tr
              key={row.id}
              role="row"
              data-selected={selection?.has(row.original) || undefined}
              {...rowActions(row, onRowClick)}
            >
              {selection && (
                <Table.Td role="cell" data-part="select">
                  <SelectBox row={row.original} selection={selection} />
                </Table.Td>
              )}
              {row.getAllCells().map((cell) => (
                <Table.Td
                  key={cell.id}
                  role="cell"
                  data-align={alignOf.get(cell.column.id)}
                  data-part={cell.column.id === title?.id ? 'title' : cell.column.id}
                  data-label={String(cell.column.columnDef.header)}
                >
                  <table.FlexRender cell={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          {rows.length === 0 && (
            <Table.Tr role="row">
              <Table.Td role="cell" colSpan={columns.length + (selection ? 1 : 0)} data-part="empty">
                <Text c="dimmed" ta="center" py="lg">
                  {emptyText ?? t('table.empty')}
                </Text>
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function definitionOf<Row extends RowData>(column: DataColumn<Row>): ColumnDef<Features, Row> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: column.value,
    enableSorting: column.sortable ?? false,
    sortUndefined: 'last',
    cell: ({ row }) => (column.cell ? column.cell(row.original) : plainCell(column.value(row.original))),
  };
}

function plainCell(value: string | number | boolean | null): ReactNode {
  return typeof value === 'string' ? <CutText text={value} /> : value;
}

interface HeaderCellProps<Row extends RowData> {
  header: Header<Features, Row>;
  align: 'left' | 'right';
  children: ReactNode;
}

function HeaderCell<Row extends RowData>({ header, align, children }: HeaderCellProps<Row>) {
  if (!header.column.getCanSort()) {
    return (
      <Table.Th role="columnheader" data-align={align}>
        {children}
      </Table.Th>
    );
  }
  const sorted = header.column.getIsSorted();
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  const direction = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  return (
    <Table.Th role="columnheader" data-align={align} data-sortable aria-sort={direction}>
      <UnstyledButton className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
        {children}
        <Icon size={13} opacity={sorted ? 1 : 0.45} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

/** A click anywhere in the row, except on a link or button in it. */
function rowActions<Row extends RowData>(row: TableRow<Features, Row>, onRowClick: ((row: Row) => void) | undefined) {
  if (!onRowClick) return {};
  return {
    className: classes.clickable,
    onClick: (event: React.MouseEvent) => {
      if (!(event.target as Element).closest('a, button, input, label, [data-part="select"]')) onRowClick(row.original);
    },
  };
}
