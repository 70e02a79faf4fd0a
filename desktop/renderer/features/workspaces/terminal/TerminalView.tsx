import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareList } from '../../sharing/index.ts';
import { TerminalStatus } from './TerminalStatus.tsx';
import classes from './TerminalView.module.css';
import { useTerminal } from './use-terminal.ts';

interface TerminalViewProps {
  workspaceId: string;
  /** Whether the workspace runs, as far as the page knows. */
  running: boolean;
}

/** With whom it is shared, the screen, and below it the state of the connection if it isn't simply open. */
export function TerminalView({ workspaceId, running }: TerminalViewProps) {
  const { t } = useTranslation('terminal');
  const box = useRef<HTMLDivElement>(null);
  const { state, people, open } = useTerminal(box, { workspaceId }, t('label'));
  const openAgain = useEffectEvent(() => state === 'stopped' && open());
  useEffect(() => {
    if (running) openAgain();
  }, [running]);
  const mayReopen = state === 'exited' || state === 'tooMany' || (state === 'stopped' && running);
  return (
    <>
      <div className={classes.shares} data-mantine-color-scheme="dark">
        <ShareList workspaceId={workspaceId} people={people} />
      </div>
      {/* Programs in a workspace print English, whatever the page's language. */}
      <div className={classes.box} ref={box} data-terminal={state} lang="en" />
      <TerminalStatus state={state} onOpen={mayReopen ? open : null} />
    </>
  );
}
