import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BulkDelete } from '../../ui/BulkDelete.tsx';
import { useBulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import type { InstanceKind } from './kind.ts';
import { listKey } from './queries.ts';

type BulkAction = 'start' | 'stop' | 'delete';

interface InstanceRow {
  id: string;
  name: string;
  delete_protect_flag: boolean;
  may: Record<BulkAction, boolean>;
}

interface BulkActionsProps<Row extends InstanceRow> {
  kind: Pick<InstanceKind<never>, 'name'>;
  selection: Selection<Row>;
  act: (action: BulkAction, row: Row) => Promise<unknown>;
  /** Until when a deletion can be taken back, and by whom. */
  detail?: string;
  /** Takes a deletion back; absent if this person can't. */
  undo?: ((row: Row) => Promise<unknown>) | undefined;
}

function mayDelete({ may, delete_protect_flag }: InstanceRow): boolean {
  return may.delete && !delete_protect_flag;
}

/** Start, stop and delete, each for those of the selected ones that it can be done with. */
export function BulkActions<Row extends InstanceRow>({ kind, selection, act, detail, undo }: BulkActionsProps<Row>) {
  const { t } = useTranslation(kind.name);
  const bulk = useBulk(selection, [listKey(kind.name)]);
  const rowsFor = {
    start: selection.rows.filter(({ may }) => may.start),
    stop: selection.rows.filter(({ may }) => may.stop),
    delete: selection.rows.filter(mayDelete),
  };
  const run = (name: BulkAction) =>
    bulk.run({
      name,
      rows: rowsFor[name],
      act: (row) => act(name, row),
      said: (count) => t(`bulk.${name}Done`, { count }),
      ...(name === 'delete' && { undo }),
    });
  const label = (name: BulkAction) => t(`bulk.${name}`, { count: rowsFor[name].length });
  const warning = (name: 'delete') =>
    t(`bulk.${name}Text`, { count: rowsFor[name].length, names: bulk.namesOf(rowsFor[name]) });
  const press = (name: BulkAction) => ({ size: 'xs', variant: 'default', ...bulk.busy(name) }) as const;
  return (
    <>
      {rowsFor.start.length > 0 && (
        <Button {...press('start')} leftSection={<IconPlayerPlay size={14} />} onClick={() => run('start')}>
          {label('start')}
        </Button>
      )}
      {rowsFor.stop.length > 0 && (
        <Button {...press('stop')} leftSection={<IconPlayerStop size={14} />} onClick={() => run('stop')}>
          {label('stop')}
        </Button>
      )}
      {rowsFor.delete.length > 0 && (
        <BulkDelete
          bulk={bulk}
          label={label('delete')}
          text={warning('delete')}
          detail={detail}
          onConfirm={() => run('delete')}
        />
      )}
    </>
  );
}
