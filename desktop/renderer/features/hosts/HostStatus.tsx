import type { HostRow } from '#shared/features/hosts/contract.ts';
import { RunStatus } from '../../ui/RunStatus.tsx';

/** Its status, or that it isn't responding. */
export function HostStatus({ host }: { host: Pick<HostRow, 'status' | 'lost_date'> }) {
  return <RunStatus status={host.status} silentSince={host.lost_date} />;
}
