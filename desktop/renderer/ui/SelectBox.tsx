import { Checkbox } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from './use-selection.ts';

interface SelectBoxProps<Row extends { id: string }> {
  row: Row;
  selection: Selection<Row>;
}

/** Selects a row; with Shift, everything from the one before. */
export function SelectBox<Row extends { id: string }>({ row, selection }: SelectBoxProps<Row>) {
  const { t } = useTranslation();
  if (!selection.mayHave(row)) return null;
  return (
    <Checkbox
      checked={selection.has(row)}
      onChange={(event) => selection.toggle(row, hasShift(event))}
      aria-label={t('bulk.one', { name: selection.nameOf(row) })}
      size="sm"
    />
  );
}

/** Selects everything on the page. */
export function SelectAllBox<Row extends { id: string }>({ selection }: Pick<SelectBoxProps<Row>, 'selection'>) {
  const { t } = useTranslation();
  return (
    <Checkbox
      checked={selection.all}
      indeterminate={!selection.all && selection.rows.length > 0}
      onChange={({ currentTarget }) => selection.setAll(currentTarget.checked)}
      aria-label={t('bulk.all')}
      size="sm"
    />
  );
}

/** A checkbox changes by a click, also when it is a key that presses it. */
function hasShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}
