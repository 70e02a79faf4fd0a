import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { Cut } from '../../ui/Cut.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import type { Selection } from '../../ui/use-selection.ts';
import { softwareText } from '../snapshots/index.ts';
import { LaunchButton } from './LaunchButton.tsx';
import { repositoryName } from './repository-name.ts';
import { serverName } from './server-name.ts';
import { WhatNext } from './WhatNext.tsx';
import classes from './WorkspaceCard.module.css';
import { WorkspaceMarks } from './WorkspaceMarks.tsx';

interface WorkspaceCardProps {
  workspace: WorkspaceRow;
  showUser: boolean;
  selection?: Selection<WorkspaceRow> | undefined;
}

export function WorkspaceCard({ workspace, showUser, selection }: WorkspaceCardProps) {
  const { t } = useTranslation('workspaces');
  const { id, name, workspace_status: status } = workspace;
  const pending = status === 'Pending';
  const opens = status === 'Active' || status === 'Offline';
  return (
    <article className={classes.card} data-status={status} data-selected={selection?.has(workspace) || undefined}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        {selection && (
          <span className={classes.select}>
            <SelectBox row={workspace} selection={selection} />
          </span>
        )}
        <Cut text={name}>
          <Anchor component={Link} to={`/workspaces/edit/${id}`} className={classes.name} fw={600} c="bright">
            {name}
          </Anchor>
        </Cut>
        <RunStatus status={status} silentSince={workspace.not_answering_date} asleep={workspace.sleep === 'warm'} />
      </Group>
      <div className={classes.facts}>
        <Fact text={softwareText(workspace)} />
        <Fact text={showUser ? `${serverName(workspace)} · ${workspace.user_name}` : serverName(workspace)} />
        {workspace.git_url && <Fact text={repositoryName(workspace.git_url)} whole={workspace.git_url} />}
      </div>
      <Group justify="space-between" wrap="nowrap" gap="xs" mt="auto">
        {/* Above the name's link, for what is shown on hover, and leads there, too. */}
        <Link to={`/workspaces/edit/${id}`} tabIndex={-1} className={classes.next}>
          <WorkspaceMarks workspace={workspace} />
          <Text size="xs" c="dimmed" truncate>
            <WhatNext workspace={workspace} />
          </Text>
        </Link>
        <Group gap={6} wrap="nowrap" className={classes.actions}>
          <Button
            component={Link}
            to={pending ? `/workspaces/pending/${id}` : `/workspaces/edit/${id}`}
            variant="default"
            size="xs"
            aria-label={t(pending ? 'card.progressNamed' : opens ? 'card.editNamed' : 'card.viewNamed', { name })}
          >
            {t(pending ? 'card.progress' : opens ? 'card.edit' : 'card.view')}
          </Button>
          {opens && (
            <LaunchButton
              url={workspace.url}
              name={name}
              status={status}
              size="xs"
              leftSection={<IconExternalLink size={14} />}
            />
          )}
        </Group>
      </Group>
    </article>
  );
}

/** A line of the card, with all of it on hover. */
function Fact({ text, whole = text }: { text: string; whole?: string }) {
  return (
    <Text size="sm" c="dimmed" truncate title={whole}>
      {text}
    </Text>
  );
}
