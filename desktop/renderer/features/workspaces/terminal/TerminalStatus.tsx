import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './TerminalView.module.css';
import type { TerminalState } from './use-terminal.ts';

interface TerminalStatusProps {
  state: TerminalState;
  /** Joins it again; null if that makes no sense. */
  onOpen: (() => void) | null;
}

/** The state of the connection, if it isn't simply open. */
export function TerminalStatus({ state, onOpen }: TerminalStatusProps) {
  const { t } = useTranslation('terminal');
  if (state === 'open') return null;
  return (
    <div className={classes.bar} role="status">
      {t(`state.${state}`)}
      {onOpen && (
        <Button size="xs" variant="light" color="harbor.3" onClick={onOpen}>
          {t('openAgain')}
        </Button>
      )}
    </div>
  );
}
