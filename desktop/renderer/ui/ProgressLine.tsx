import { IconCheck, IconX } from '@tabler/icons-react';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../lib/server-text.ts';
import classes from './ProgressTerminal.module.css';

interface ProgressLineProps {
  message: InitMessage;
  failed: boolean;
  /** Time since the begin. */
  offset: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one.
const ESCAPE_SEQUENCES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The first line says what is being done; further lines are the step's real output, without its colours. */
export function ProgressLine({ message, failed, offset }: ProgressLineProps) {
  const [text, ...output] = serverText(message.message_text).replace(ESCAPE_SEQUENCES, '').split('\n');
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
