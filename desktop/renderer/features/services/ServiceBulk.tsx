import type { ServiceRow } from '#shared/features/services/contract.ts';
import { deleteService, startService, stopService } from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { BulkActions } from '../instances/index.ts';
import { SERVICE } from './kind.ts';

const ROUTES = { start: startService, stop: stopService, delete: deleteService };

export function ServiceBulk({ selection }: { selection: Selection<ServiceRow> }) {
  return (
    <BulkActions
      kind={SERVICE}
      selection={selection}
      act={(action, { id }) => call(ROUTES[action], { params: { organizationServiceID: id } })}
    />
  );
}
