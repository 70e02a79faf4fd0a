import { WatchPanel } from '../../ui/WatchPanel.tsx';
import type { InstanceKind } from './kind.ts';
import { LaunchProgress } from './LaunchProgress.tsx';
import { useLaunch } from './use-live.ts';

interface WatchStartProps<One> {
  kind: InstanceKind<One>;
  instance: One & { id: string; status_changes: { date: string }[] };
  failedText: string;
  onDone: () => void;
}

/** The progress of a start. */
export function WatchStart<One>({ kind, instance, failedText, onDone }: WatchStartProps<One>) {
  const init = useLaunch(kind, instance.id);
  const pending = kind.statusOf(instance) === 'Pending';
  return (
    <WatchPanel progress={init.progress} pending={pending} failedText={failedText} onDone={onDone}>
      <LaunchProgress kind={kind} init={init} since={instance.status_changes[0]?.date} />
    </WatchPanel>
  );
}
