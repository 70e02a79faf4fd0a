import { Menu, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCopy, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { EDITORS, linkByEntry, sshEntry } from '#shared/features/workspaces/editor-links.ts';
import { MenuEntry } from '../../ui/MenuEntry.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { PROGRAM_ICONS } from '../computer/index.ts';

interface EditorEntriesProps {
  workspace: Pick<Workspace, 'ssh' | 'ssh_key_id'>;
  onStart: (() => void) | undefined;
}

/** Editors on the person's computer by their own links, the ssh command, and what to set up once. */
export function EditorEntries({ workspace, onStart }: EditorEntriesProps) {
  const { t } = useTranslation(['workspaces', 'computer']);
  const clipboard = useClipboard();
  const { ssh } = workspace;
  const copy = (text: string, said: string) => () => {
    clipboard.copy(text);
    toastSuccess(said);
  };
  if (workspace.ssh_key_id === null) {
    return (
      <Text size="sm" c="dimmed" px="sm" pb="xs">
        {t('connect.noKey')}
      </Text>
    );
  }
  return (
    <>
      {EDITORS.map((editor) => (
        <MenuEntry
          key={editor}
          label={t(`computer:program.${editor}`)}
          icon={PROGRAM_ICONS[editor]}
          help={t(`open.${editor}`)}
          href={linkByEntry(editor, ssh)}
          onClick={onStart}
        />
      ))}
      <MenuEntry
        label={t('connect.copySsh')}
        icon={IconCopy}
        help={ssh.command}
        onClick={copy(ssh.command, t('open.sshCopied'))}
      />
      <Menu.Divider />
      <Menu.Label>{t('open.setup')}</Menu.Label>
      <MenuEntry
        label={t('open.copyEntry')}
        icon={IconFileText}
        help={t('open.entryHelp')}
        onClick={copy(sshEntry(ssh).text, t('open.entryCopied'))}
      />
    </>
  );
}
