import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The next thing to do, usually a button. */
  action?: ReactNode;
  /** Below, as wide as the page. */
  more?: ReactNode;
  /** 1 if it is the only heading on the page. */
  order?: 1 | 2;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, text, action, more, order = 2 }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xl" py={more ? 'xl' : 64} px={more ? 0 : 'md'}>
      <Stack align="center" gap="sm" maw={420} ta="center">
        {icon && (
          <ThemeIcon size={48} radius="xl" variant="light">
            {icon}
          </ThemeIcon>
        )}
        <Title order={order}>{title}</Title>
        {text && <Text c="dimmed">{text}</Text>}
        {action}
      </Stack>
      {more}
    </Stack>
  );
}
