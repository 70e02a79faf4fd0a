import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Progress } from '../lib/init-messages.ts';
import { Page, type PageProps } from './Page.tsx';

interface PendingPageProps extends Pick<PageProps, 'title' | 'intro' | 'breadcrumbs'> {
  /** The button back to the list. */
  back: { to: string; text: string };
  progress: Progress;
  /** The log of the launch. */
  log: ReactNode;
  /** Shown once it has ended. */
  ready: ReactNode;
  failed: ReactNode;
  children?: ReactNode;
}

/** The page that follows something new while it starts. */
export function PendingPage({ back, progress, log, ready, failed, children, intro, ...page }: PendingPageProps) {
  return (
    <Page
      {...page}
      intro={intro ?? '\u00a0'}
      actions={
        <Button component={Link} to={back.to} variant="default">
          {back.text}
        </Button>
      }
    >
      <Stack gap="md" maw={960} style={{ '--log-min-height': 'min(52vh, 480px)' }}>
        {log}
        {progress === 'ready' && (
          <Alert color="harbor" role="status" p="sm">
            {ready}
          </Alert>
        )}
        {progress === 'failed' && (
          <Alert color="red" role="alert" p="sm">
            {failed}
          </Alert>
        )}
        {children}
      </Stack>
    </Page>
  );
}
