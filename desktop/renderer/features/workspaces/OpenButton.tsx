import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { ProgramEntries } from '../computer/index.ts';
import { EditorEntries } from './EditorEntries.tsx';
import { LaunchButton } from './LaunchButton.tsx';
import { WebEntries } from './WebEntries.tsx';

interface OpenButtonProps {
  workspace: Workspace;
  /** Starts it, for programs whose connection alone wouldn't; absent while there is no need. */
  onStart: (() => void) | undefined;
}

/** Opens the workspace in the browser, and has every other way in its menu. */
export function OpenButton({ workspace, onStart }: OpenButtonProps) {
  const { t } = useTranslation('workspaces');
  const { id, name, url, workspace_status: status } = workspace;
  const { desktop } = platform;
  return (
    <Button.Group>
      <LaunchButton url={url} name={name} status={status} leftSection={<IconExternalLink size={16} />} />
      <DropdownMenu width={320}>
        <Menu.Target>
          <ActionIcon
            size={36}
            variant="filled"
            aria-label={t('open.menu', { name })}
            style={{
              borderStartStartRadius: 0,
              borderEndStartRadius: 0,
              borderInlineStart: '1px solid var(--mantine-color-harbor-4)',
            }}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <WebEntries workspace={workspace} />
          <Menu.Divider />
          <Menu.Label>{t('open.computer')}</Menu.Label>
          {desktop ? (
            <ProgramEntries desktop={desktop} workspaceId={id} />
          ) : (
            <EditorEntries workspace={workspace} onStart={onStart} />
          )}
        </Menu.Dropdown>
      </DropdownMenu>
    </Button.Group>
  );
}
