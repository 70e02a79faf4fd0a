import { startWorkspace } from '#shared/features/workspaces/contract.ts';
import type { Desktop } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { activeAccount } from '../accounts/accounts.ts';

/** Starts the workspaces that should run whenever the computer does. Running ones are left alone. */
export async function startOnWake(desktop: Desktop): Promise<void> {
  const wanted = activeAccount(desktop.settings)?.preferences.startOnWake ?? [];
  for (const workspaceID of wanted) {
    await desktop.api
      .call(startWorkspace, { params: { workspaceID } })
      .catch((error) => desktop.log.warn('A workspace was not started', { workspaceID, cause: messageOf(error) }));
  }
}
