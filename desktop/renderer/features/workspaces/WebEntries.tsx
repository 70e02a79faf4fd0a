import { IconTerminal2, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { MenuEntry } from '../../ui/MenuEntry.tsx';

/** The ways that take nothing but a browser. */
export function WebEntries({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation(['workspaces', 'computer']);
  const { id, ide_image_id: ide, url } = workspace;
  return (
    <>
      {ide !== 'none' && <MenuEntry label={t(`ides.${ide}`)} icon={IconWorld} href={url} newTab />}
      <MenuEntry label={t('open.terminal')} icon={IconTerminal2} href={`/workspaces/terminal/${id}`} newTab />
    </>
  );
}
