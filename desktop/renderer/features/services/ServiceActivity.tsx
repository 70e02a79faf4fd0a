import { History } from '../instances/index.ts';
import { useShownService } from './use-shown-service.ts';

/** /services/edit/{id}/activity */
export function ServiceActivity() {
  return <History changes={useShownService().status_changes} />;
}
