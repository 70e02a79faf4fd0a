import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Dock.module.css';

/** Element at the end of the layout for a page's dock. */
export const DOCK_SLOT = 'dock';

interface DockProps {
  /** What it holds, and its bar's text. */
  label: string;
  opened: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A drawer at the end of the page, and at the lower edge of the window once opened: nothing moves for it. */
export function Dock({ label, opened, onToggle, children }: DockProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(DOCK_SLOT)), []);
  const id = useId();
  if (!slot) return null;
  const Chevron = opened ? IconChevronDown : IconChevronUp;
  return createPortal(
    <aside className={classes.dock} aria-label={label} data-opened={opened || undefined}>
      <div id={id} className={classes.content} hidden={!opened}>
        {children}
      </div>
      <UnstyledButton className={classes.bar} onClick={onToggle} aria-expanded={opened} aria-controls={id}>
        <IconTerminal2 size={16} aria-hidden />
        {label}
        <Chevron size={16} className={classes.chevron} aria-hidden />
      </UnstyledButton>
    </aside>,
    slot,
  );
}
