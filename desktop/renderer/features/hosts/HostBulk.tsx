import { useTranslation } from 'react-i18next';
import { nextBillingDate } from '#shared/features/billing/model.ts';
import { cancelDeleteHost, deleteHost, type HostRow } from '#shared/features/hosts/contract.ts';
import { call } from '../../lib/call.ts';
import { BulkDelete } from '../../ui/BulkDelete.tsx';
import { useBulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { billingDay, billingQuery } from '../billing/index.ts';
import { hostsKey } from './queries.ts';

/** Deletes the selected hosts at the end of the period, once their names are typed. */
export function HostBulk({ selection }: { selection: Selection<HostRow> }) {
  const { t, i18n } = useTranslation(['hosts', 'common']);
  const bulk = useBulk(selection, [hostsKey, billingQuery.queryKey]);
  const { rows } = selection;
  const count = rows.length;
  const date = billingDay(nextBillingDate(new Date()), i18n.language);
  const input = ({ id }: HostRow) => ({ params: { serverID: id } });
  return (
    <BulkDelete
      bulk={bulk}
      label={t('common:bulk.delete', { count })}
      text={t('bulk.deleteText', { count, date })}
      toType={rows.map(({ name }) => name).join(', ')}
      onConfirm={() =>
        bulk.run({
          name: 'delete',
          rows,
          act: (row) => call(deleteHost, input(row)),
          said: (done) => t('bulk.deleteDone', { count: done, date }),
          undo: (row) => call(cancelDeleteHost, input(row)),
        })
      }
    />
  );
}
