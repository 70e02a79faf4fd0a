import { Anchor, Button } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import { CUT, Cut } from './Cut.tsx';
import type { DataColumn } from './DataTable.tsx';
import { RelativeTime } from './RelativeTime.tsx';

/** A sortable instant: how long ago, with the exact time on hover. */
export function dateColumn<Row extends RowData>(
  id: string,
  header: string,
  date: (row: Row) => string | null,
): DataColumn<Row> {
  return { id, header, value: date, cell: (row) => <RelativeTime date={date(row)} />, sortable: true };
}

interface OpenColumn<Row> {
  header: string;
  text: string;
  to: (row: Row) => string;
  /** The text with the row's name, for people who don't see the row. */
  named: (row: Row) => string;
}

/** The last column: a button that opens the row's page. */
export function openColumn<Row extends RowData>({ header, text, to, named }: OpenColumn<Row>): DataColumn<Row> {
  return {
    id: 'actions',
    header,
    value: () => null,
    align: 'right',
    cell: (row) => (
      <Button component={Link} to={to(row)} variant="default" size="xs" aria-label={named(row)}>
        {text}
      </Button>
    ),
  };
}

/** The name of a row's thing, linked to its page. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Cut text={children}>
      <Anchor component={Link} to={to} fw={600} c="bright" size="sm" className={CUT}>
        {children}
      </Anchor>
    </Cut>
  );
}
