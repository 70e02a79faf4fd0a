import { Menu, type MenuProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';

/**
 * A menu below its button, there and gone at once: while one fades, its entries still take the focus, and lose it when
 * they go. Esc also closes it from the button, which has the focus until the entries are there.
 */
export function DropdownMenu({ onOpen, onClose, ...props }: MenuProps) {
  const [opened, { open, close }] = useDisclosure(false, {
    ...(onOpen && { onOpen }),
    ...(onClose && { onClose }),
  });
  const onTarget = { onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && close() };
  return (
    <Menu
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      {...onTarget}
      {...props}
      opened={opened}
      onChange={(wanted) => (wanted ? open() : close())}
    />
  );
}
