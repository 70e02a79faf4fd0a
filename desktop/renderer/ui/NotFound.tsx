import { Button } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from './EmptyState.tsx';
import { PRODUCT, useDocumentTitle } from './use-document-title.ts';

interface NotFoundProps {
  icon?: ReactNode;
  title: string;
  text: string;
  /** The way back. */
  to: string;
  back: string;
}

/** Replaces a page about something that doesn't exist, or not in the current organization. */
export function NotFound({ icon = <IconZoomQuestion size={24} />, title, text, to, back }: NotFoundProps) {
  useDocumentTitle(`${title} · ${PRODUCT}`);
  return (
    <EmptyState
      order={1}
      icon={icon}
      title={title}
      text={text}
      action={
        <Button component={Link} to={to}>
          {back}
        </Button>
      }
    />
  );
}
