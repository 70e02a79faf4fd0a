import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement, type SyntheticEvent, useState } from 'react';
import classes from './Cut.module.css';

interface CutProps {
  /** The whole of it. */
  text: string;
  /** The element that is cut at the end of its line. */
  children: ReactElement<{ onMouseEnter?: (event: SyntheticEvent) => void; onFocus?: (event: SyntheticEvent) => void }>;
}

/** Shows all of a text that didn't fit, on hover and on focus. */
export function Cut({ text, children }: CutProps) {
  const [isCut, setCut] = useState(false);
  const look = ({ currentTarget }: SyntheticEvent) => setCut(currentTarget.scrollWidth > currentTarget.clientWidth);
  return (
    <Tooltip
      label={text}
      disabled={!isCut}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={420}
      style={{ overflowWrap: 'anywhere' }}
    >
      {cloneElement(children, { onMouseEnter: look, onFocus: look })}
    </Tooltip>
  );
}

/** A text of people's in a table: at most as wide as a column may be. */
export function CutText({ text }: { text: string }) {
  return (
    <Cut text={text}>
      <span className={classes.cut}>{text}</span>
    </Cut>
  );
}

export const CUT = classes.cut;
