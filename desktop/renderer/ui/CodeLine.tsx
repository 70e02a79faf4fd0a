import classes from './CodeLine.module.css';
import { CopyButton } from './CopyButton.tsx';

interface CodeLineProps {
  value: string;
  /** Name of the copy button. */
  copyLabel?: string;
}

/** A command or an address to take along. */
export function CodeLine({ value, copyLabel }: CodeLineProps) {
  return (
    <div className={classes.line}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard. */}
      <code className={classes.code} tabIndex={0}>
        {value}
      </code>
      <CopyButton value={value} {...(copyLabel && { label: copyLabel })} />
    </div>
  );
}
