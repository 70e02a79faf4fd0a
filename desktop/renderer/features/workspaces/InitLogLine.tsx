import { IconCheck, IconX } from '@tabler/icons-react';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { INIT_ERROR } from '#shared/features/workspaces/model.ts';
import classes from './InitLog.module.css';

interface InitLogLineProps {
  message: InitMessage;
  /** Time since the begin. */
  offset: string;
}

/** The first line says what is done; further lines are real output of the step. */
export function InitLogLine({ message, offset }: InitLogLineProps) {
  const [text, ...output] = message.message_text.split('\n');
  const failed = message.message_code === INIT_ERROR;
  return (
    <div className={classes.line} data-failed={failed || undefined}>
      <span className={classes.muted}>{offset}</span>
      <span className={classes.mark} aria-hidden>
        {failed ? <IconX size={14} /> : <IconCheck size={14} />}
      </span>
      <div className={classes.text}>
        {text} <span className={classes.code}>{message.message_code}</span>
        {output.length > 0 && <pre className={classes.output}>{output.join('\n')}</pre>}
      </div>
    </div>
  );
}
