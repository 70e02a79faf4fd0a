import { type PropsWithChildren, useId } from 'react';
import type { Command } from './command.ts';
import { Option } from './Option.tsx';
import classes from './SearchPanel.module.css';

interface OptionGroupProps {
  label: string;
  commands: Command[];
  /** The id of the selected command. */
  selected: string | undefined;
  select: (id: string) => void;
  onRun: (command: Command) => void;
}

export function OptionGroup({
  label,
  commands,
  selected,
  select,
  onRun,
  children,
}: PropsWithChildren<OptionGroupProps>) {
  const labelId = useId();
  if (commands.length === 0 && !children) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: A list of options has no fieldsets.
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={classes.label} role="presentation">
        {label}
      </div>
      {commands.map((command) => (
        <Option
          key={command.id}
          command={command}
          selected={command.id === selected}
          onPoint={() => select(command.id)}
          onRun={() => onRun(command)}
        />
      ))}
      {children}
    </div>
  );
}
