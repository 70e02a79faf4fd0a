import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dock } from '../../ui/Dock.tsx';
import type { InstanceKind } from './kind.ts';
import { LaunchProgress } from './LaunchProgress.tsx';
import { useLaunch } from './use-live.ts';
import { WatchStart } from './WatchStart.tsx';

interface LaunchDockProps<One> {
  kind: InstanceKind<One>;
  instance: One & { id: string; status_changes: { date: string }[] };
  /** A start is being followed: it opens by itself. */
  watching: boolean;
  failedText: string;
  onDone: () => void;
}

/** The log of the latest launch or start, in the dock of its page. */
export function LaunchDock<One>({ watching, ...start }: LaunchDockProps<One>) {
  const { t } = useTranslation('workspaces');
  const [chosen, setChosen] = useState<boolean | null>(null);
  // The next start opens it again.
  useEffect(() => {
    if (!watching) setChosen(null);
  }, [watching]);
  const opened = chosen ?? watching;
  return (
    <Dock label={t(opened ? 'log.hide' : 'log.show')} opened={opened} onToggle={() => setChosen(!opened)}>
      {watching && <WatchStart {...start} />}
      {!watching && opened && <LastLaunch kind={start.kind} id={start.instance.id} />}
    </Dock>
  );
}

function LastLaunch<One>({ kind, id }: { kind: InstanceKind<One>; id: string }) {
  return <LaunchProgress kind={kind} init={useLaunch(kind, id)} since={undefined} />;
}
