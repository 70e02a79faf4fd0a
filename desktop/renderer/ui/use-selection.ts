import { useState } from 'react';

export interface Selection<Row extends { id: string }> {
  /** The selected rows of this page, in its order. */
  rows: Row[];
  has: (row: Row) => boolean;
  /** Rows with nothing to do for the person can't be selected. */
  mayHave: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  /** With `range`, also everything between it and the row toggled before. */
  toggle: (row: Row, range: boolean) => void;
  /** All of this page, or none. */
  all: boolean;
  setAll: (on: boolean) => void;
  /** Selects exactly these. */
  set: (rows: readonly Row[]) => void;
}

export interface SelectionOptions<Row> {
  mayHave: (row: Row) => boolean;
  nameOf: (row: Row) => string;
}

/** Which rows are selected. Only those of the shown page count. */
export function useSelection<Row extends { id: string }>(page: Row[], options: SelectionOptions<Row>): Selection<Row> {
  const { mayHave, nameOf } = options;
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const selectable = page.filter(mayHave);
  const rows = selectable.filter(({ id }) => ids.has(id));
  const set = (chosen: readonly Row[]) => setIds(new Set(chosen.map(({ id }) => id)));
  const toggle = (row: Row, range: boolean) => {
    const [from, to] = [last, row.id].map((id) => selectable.findIndex((each) => each.id === id));
    const changed =
      range && from !== undefined && to !== undefined && from >= 0
        ? selectable.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [row];
    const on = !ids.has(row.id);
    const others = rows.filter((each) => !changed.includes(each));
    set(on ? [...others, ...changed] : others);
    setLast(row.id);
  };
  return {
    rows,
    has: ({ id }) => ids.has(id),
    mayHave,
    nameOf,
    toggle,
    all: selectable.length > 0 && rows.length === selectable.length,
    setAll: (on) => set(on ? selectable : []),
    set,
  };
}
