import { useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import type { ServiceRow } from '#shared/features/services/contract.ts';
import { deleteService, restoreService, startService, stopService } from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { BulkActions } from '../instances/index.ts';
import { SERVICE } from './kind.ts';

const ROUTES = { start: startService, stop: stopService, delete: deleteService };

export function ServiceBulk({ selection }: { selection: Selection<ServiceRow> }) {
  const { t } = useTranslation('services');
  return (
    <BulkActions
      kind={SERVICE}
      selection={selection}
      act={(action, { id }) => call(ROUTES[action], { params: { organizationServiceID: id } })}
      detail={t('bulk.deleteBack', { count: UNDO_HOURS })}
      undo={({ id }) => call(restoreService, { params: { organizationServiceID: id } })}
    />
  );
}
