import { Menu, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import classes from './MenuEntry.module.css';

interface MenuEntryProps {
  label: string;
  icon: Icon;
  /** Below the label. */
  help?: ReactNode;
  /** Why it can't be chosen; it keeps its place and can be reached by keyboard. */
  blocked?: string | false | undefined;
  disabled?: boolean | undefined;
  danger?: boolean | undefined;
  /** Leads there: an address, or with `newTab` one for another tab. */
  href?: string | undefined;
  newTab?: boolean;
  /** Leads to a page of ours. */
  to?: string;
  onClick?: (() => void) | undefined;
}

/** An entry of a menu: its label is its name, what is below only describes it. */
export function MenuEntry(props: MenuEntryProps) {
  const { label, icon: Icon, help, blocked, disabled, danger, href, newTab, to, onClick } = props;
  const id = useId();
  const note = blocked || help;
  const item = {
    leftSection: <Icon size={16} />,
    className: classes.entry,
    'aria-labelledby': id,
    ...(note && { 'aria-describedby': `${id}-note` }),
    ...(danger && { c: 'var(--mantine-color-error)' }),
    children: (
      <>
        <span id={id}>{label}</span>
        {note && (
          <Text size="xs" c="dimmed" id={`${id}-note`}>
            {note}
          </Text>
        )}
      </>
    ),
  };
  if (blocked) return <Menu.Item {...item} aria-disabled closeMenuOnClick={false} />;
  const click = onClick && { onClick };
  if (to) return <Menu.Item {...item} {...click} component={Link} to={to} />;
  const tab = newTab ? { target: '_blank', rel: 'noopener' } : {};
  if (href) return <Menu.Item {...item} {...click} {...tab} component="a" href={href} />;
  return <Menu.Item {...item} {...click} disabled={disabled} />;
}
