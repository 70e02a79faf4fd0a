import { Button, Group, Loader, Paper, Text, Title } from '@mantine/core';
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { LazyPlace } from '../../../ui/LazyPlace.tsx';
import { ShareButton } from '../../sharing/index.ts';
import { HoldControl } from './HoldControl.tsx';
import { keepOpen, wasOpen } from './open-here.ts';
import classes from './TerminalView.module.css';

/** xterm and its styles load when somebody opens a terminal. */
const loadTerminalView = () => import('./TerminalView.tsx').then((module) => module.TerminalView);

/** The web terminal on a workspace's page: closed at first, open again after a reload. */
export function TerminalPanel({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('terminal');
  const { id } = workspace;
  const running = workspace.workspace_status === 'Active';
  // A terminal that is open stays connected while the workspace sleeps; looking at the page doesn't wake it.
  const asleep = workspace.sleep === 'warm';
  const [open, setOpen] = useState(() => !asleep && wasOpen(id));
  const show = (shown: boolean) => {
    keepOpen(id, shown);
    setOpen(shown);
  };
  return (
    <Paper p="lg" component="section" aria-labelledby="terminal">
      <Group justify="space-between" gap="xs" mb={open ? 'sm' : 0}>
        <div>
          <Title order={2} id="terminal">
            {t('title')}
          </Title>
          {!open && (
            <Text size="sm" c="dimmed">
              {t(running || asleep ? 'intro' : 'state.stopped')}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {open && running && <ShareButton workspaceId={id} />}
          {open && running && <HoldControl workspaceId={id} held={workspace.held} />}
          <Button
            size="xs"
            variant="subtle"
            component="a"
            href={`/workspaces/terminal/${id}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={14} />}
          >
            {t('ownTab')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTerminal2 size={14} />}
            onClick={() => show(!open)}
            disabled={!running && !asleep && !open}
            aria-expanded={open}
          >
            {t(open ? 'hide' : 'open')}
          </Button>
        </Group>
      </Group>
      {open && (
        <div className={`${classes.view} ${classes.panel}`}>
          <LazyPlace
            load={loadTerminalView}
            props={{ workspaceId: id, running }}
            fallback={<Loader size="sm" m="md" color="harbor.3" />}
          />
        </div>
      )}
    </Paper>
  );
}
