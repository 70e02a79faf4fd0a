import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PROGRAMS, type Program } from '#shared/desktop/calls/open-local.ts';
import { startWorkspace } from '#shared/features/workspaces/contract.ts';
import { EDITORS, linkByEntry } from '#shared/features/workspaces/editor-links.ts';
import { instanceQuery, staleInstance } from '../../features/instances/index.ts';
import { WORKSPACE } from '../../features/workspaces/kind.ts';
import { call } from '../../lib/call.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import type { Thing } from './thing.ts';

const { desktop } = platform;

/** The desktop app opens every program itself; a browser follows the links of editors. */
export const OWN_PROGRAMS: readonly Program[] = desktop ? PROGRAMS : EDITORS;

/** Opens a workspace in a program on this computer, and starts it where a connection alone would not. */
export function useOpenIn() {
  const { t } = useTranslation('workspaces');
  const client = useQueryClient();
  return async (program: Program, { id, may }: Thing): Promise<void> => {
    if (desktop) return void (await desktop.call('open.workspace', { workspaceId: id, program }));
    const editor = EDITORS.find((each) => each === program);
    const { ssh, ssh_key_id: key } = await client.fetchQuery({ ...instanceQuery(WORKSPACE, id), meta: {} });
    if (key === null) throw new Error(t('connect.noKey'));
    if (editor) window.location.assign(linkByEntry(editor, ssh));
    if (!may.start) return;
    await call(startWorkspace, { params: { workspaceID: id } });
    for (const queryKey of staleInstance(WORKSPACE, id)) void client.invalidateQueries({ queryKey });
  };
}
