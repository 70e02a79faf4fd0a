import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loaded, type LoadedProps } from './Loaded.tsx';
import { LineSkeleton } from './PageSkeleton.tsx';

interface PanelListProps<Row> extends Pick<LoadedProps<Row[]>, 'query'> {
  /** Shown when there are no rows. */
  none?: string;
  /** Renders one row as a list item. */
  children: (row: Row) => ReactNode;
}

/** A panel's short list in all its states. */
export function PanelList<Row>({ query, none, children }: PanelListProps<Row>) {
  return (
    <Loaded query={query} skeleton={<LineSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        ) : (
          <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {rows.map(children)}
          </Stack>
        )
      }
    </Loaded>
  );
}
