import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

export interface ActionButtonProps extends Pick<ButtonProps, 'c' | 'variant' | 'loading' | 'disabled'> {
  label: string;
  icon: Icon;
  /** Why it is disabled; false if it isn't. */
  blocked?: string | false;
  onPress: () => void;
}

/** One of a page's actions. A disabled one says why, to keyboard users as well. */
export function ActionButton({ label, icon: Icon, blocked, onPress, c, ...button }: ActionButtonProps) {
  const left = <Icon size={16} />;
  if (blocked) {
    return (
      <Tooltip label={blocked} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
        <Button variant="default" leftSection={left} data-disabled aria-disabled>
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button variant="default" c={c} leftSection={left} onClick={onPress} {...button}>
      {label}
    </Button>
  );
}
