import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PROGRAMS } from '#shared/desktop/calls/open-local.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { MenuEntry } from '../../ui/MenuEntry.tsx';
import { toastError } from '../../ui/toast.ts';
import { PROGRAM_ICONS } from './programs.ts';
import { useOpenHere } from './use-open-here.ts';

/** In the desktop app: the programs of this computer, which it opens itself. */
export function ProgramEntries({ desktop, workspaceId }: { desktop: DesktopApi; workspaceId: string }) {
  const { t } = useTranslation('computer');
  const { open } = useOpenHere(desktop, workspaceId);
  const { error } = open;
  useEffect(() => {
    if (error) toastError(error.message);
  }, [error]);
  return PROGRAMS.map((program) => (
    <MenuEntry
      key={program}
      label={t(`program.${program}`)}
      icon={PROGRAM_ICONS[program]}
      onClick={() => open.mutate(program)}
    />
  ));
}
