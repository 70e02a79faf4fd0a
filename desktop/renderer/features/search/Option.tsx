import { useEffect, useRef } from 'react';
import type { Command } from './command.ts';
import { Mark } from './Mark.tsx';
import { optionId } from './option-id.ts';
import classes from './SearchPanel.module.css';

interface OptionProps {
  command: Command;
  selected: boolean;
  onPoint: () => void;
  onRun: () => void;
}

/** Keys act in the field; the pointer selects where it moves, not where the list moves below it. */
export function Option({ command: { id, label, section, icon }, selected, onPoint, onRun }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The field has the focus, and Enter runs the selected one.
    // biome-ignore lint/a11y/useFocusableInteractive: The field says with aria-activedescendant which one is selected.
    <div
      ref={element}
      id={optionId(id)}
      className={classes.option}
      role="option"
      aria-selected={selected}
      onPointerMove={selected ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className={classes.mark}>
        <Mark icon={icon} />
      </span>
      <span className={classes.name}>{label}</span>
      {section && <span className={classes.section}>{section}</span>}
    </div>
  );
}
