import { useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import { deleteTemplate, restoreTemplate, type TemplateRow } from '#shared/features/templates/contract.ts';
import { call } from '../../lib/call.ts';
import { BulkDelete } from '../../ui/BulkDelete.tsx';
import { useBulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { templatesKey } from './queries.ts';

/** Deletes the selected templates; Undo has them back. */
export function TemplateBulk({ selection }: { selection: Selection<TemplateRow> }) {
  const { t } = useTranslation(['templates', 'common']);
  const bulk = useBulk(selection, [templatesKey]);
  const { rows } = selection;
  const count = rows.length;
  const input = ({ id }: TemplateRow) => ({ params: { templateID: id } });
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
          act: (row) => call(deleteTemplate, input(row)),
          said: (done) => t('bulk.deleteDone', { count: done }),
          undo: (row) => call(restoreTemplate, input(row)),
        })
      }
    />
  );
}
