import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './TerminalView.module.css';
import { useTerminal } from './use-terminal.ts';

interface TerminalViewProps {
  workspaceId: string;
  /** Whether the workspace runs, as far as the page knows. */
  running: boolean;
}

/** The screen, and below it the state of the connection if it isn't simply open. */
export function TerminalView({ workspaceId, running }: TerminalViewProps) {
  const { t } = useTranslation('terminal');
  const box = useRef<HTMLDivElement>(null);
  const { state, open } = useTerminal(box, workspaceId, t('label'));
  const openAgain = useEffectEvent(() => state === 'stopped' && open());
  useEffect(() => {
    if (running) openAgain();
  }, [running]);
  const mayReopen = state === 'exited' || state === 'tooMany' || (state === 'stopped' && running);
  return (
    <>
      {/* Programs in a workspace print English, whatever the page's language. */}
      <div className={classes.box} ref={box} data-terminal={state} lang="en" />
      {state !== 'open' && (
        <div className={classes.bar} role="status">
          {t(`state.${state}`)}
          {mayReopen && (
            <Button size="xs" variant="light" color="harbor.3" onClick={open}>
              {t('openAgain')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
