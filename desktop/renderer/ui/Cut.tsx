import { Tooltip } from '@mantine/core';
import { cloneElement, type KeyboardEvent, type ReactElement, type SyntheticEvent, useState } from 'react';
import classes from './Cut.module.css';

interface Watched {
  onMouseEnter?: (event: SyntheticEvent) => void;
  onMouseLeave?: () => void;
  onFocus?: (event: SyntheticEvent) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

interface CutProps {
  /** The whole of it. */
  text: string;
  /** The element that is cut at the end of its line. */
  children: ReactElement<Watched>;
}

/** Shows all of a text that didn't fit, on hover and on focus. */
export function Cut({ text, children }: CutProps) {
  // Not the tooltip's own events: whether the text fits is known only once one of them happens.
  const [opened, setOpened] = useState(false);
  const look = ({ currentTarget }: SyntheticEvent) => setOpened(currentTarget.scrollWidth > currentTarget.clientWidth);
  const close = () => setOpened(false);
  return (
    <Tooltip label={text} opened={opened} multiline maw={420} style={{ overflowWrap: 'anywhere' }}>
      {cloneElement(children, {
        onMouseEnter: look,
        onMouseLeave: close,
        onFocus: look,
        onBlur: close,
        onKeyDown: ({ key }) => key === 'Escape' && close(),
      })}
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
