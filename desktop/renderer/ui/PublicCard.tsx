import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PRODUCT, useDocumentTitle } from './use-document-title.ts';

interface PublicCardProps {
  title: string;
  intro?: ReactNode;
  /** Last in the card: a link to a related page. */
  footer?: ReactNode;
  /** Maximum width in pixels. */
  width?: number;
  children?: ReactNode;
}

/** The one card of a page in the minimal layout. */
export function PublicCard({ title, intro, footer, width = 400, children }: PublicCardProps) {
  useDocumentTitle(`${title} · ${PRODUCT}`);
  return (
    <Paper
      w="100%"
      maw={width}
      mx="auto"
      p={{ base: 'lg', xs: 32 }}
      radius="lg"
      bg="var(--slipway-surface)"
      shadow="sm"
    >
      <Stack gap="lg">
        <div>
          <Title order={1}>{title}</Title>
          {intro && (
            <Text c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </div>
        {children}
        {footer && (
          <Text ta="center" size="sm" component="div">
            {footer}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
