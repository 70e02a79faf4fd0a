import { useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import { deleteGroup, type GroupRow, restoreGroup } from '#shared/features/groups/contract.ts';
import { call } from '../../lib/call.ts';
import { BulkDelete } from '../../ui/BulkDelete.tsx';
import { useBulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { groupsKey } from './queries.ts';

/** Deletes the selected groups; Undo has them back. */
export function GroupBulk({ selection }: { selection: Selection<GroupRow> }) {
  const { t } = useTranslation(['groups', 'common']);
  const bulk = useBulk(selection, [groupsKey]);
  const { rows } = selection;
  const count = rows.length;
  const input = ({ id }: GroupRow) => ({ params: { groupID: id } });
  return (
    <BulkDelete
      bulk={bulk}
      label={t('common:bulk.delete', { count })}
      text={t('bulk.deleteText', { count, names: bulk.namesOf(rows) })}
      detail={t('common:bulk.kept', { count: UNDO_HOURS })}
      onConfirm={() =>
        bulk.run({
          name: 'delete',
          rows,
          act: (row) => call(deleteGroup, input(row)),
          said: (done) => t('bulk.deleteDone', { count: done }),
          undo: (row) => call(restoreGroup, input(row)),
        })
      }
    />
  );
}
