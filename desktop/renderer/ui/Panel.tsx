import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  text?: string;
  /** Beside the title, such as a StatusBadge. */
  mark?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  /** Narrow panels (forms) read better. */
  width?: 'form' | 'full';
  children?: ReactNode;
}

/** One topic of a page of settings. */
export function Panel({ title, text, mark, action, width = 'full', children }: PanelProps) {
  const id = useId();
  return (
    <Paper p="lg" component="section" aria-labelledby={id} {...(width === 'form' && { maw: 720 })}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} flex="1 1 280px">
            <Group gap="xs">
              <Title order={2} id={id}>
                {title}
              </Title>
              {mark}
            </Group>
            {text && (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            )}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
