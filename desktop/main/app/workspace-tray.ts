import { app } from 'electron';
import { startWorkspace, stopWorkspace, type WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { Desktop } from '../context.ts';
import { messageOf } from '../errors.ts';
import { activeAccount } from '../features/accounts/accounts.ts';
import { openWorkspace } from '../features/open-local/index.ts';
import { noticeFor } from '../features/workspaces/notice-for.ts';
import { type WorkspaceWatch, watchWorkspaces } from '../features/workspaces/watch-workspaces.ts';
import { text } from '../text.ts';
import { openOutside } from './guard.ts';
import type { MainWindow } from './main-window.ts';
import type { Notifier } from './notify.ts';
import { createTray } from './tray.ts';

/** The tray and the notifications, fed by a watch over the workspaces. */
export function watchInTray(desktop: Desktop, window: MainWindow, notifier: Notifier, icon: string): WorkspaceWatch {
  const attempt = async (work: Promise<unknown>) => {
    await work.catch((error) => notifier.say(text('notice.actionFailed'), messageOf(error)));
    watch.resume();
  };
  const params = ({ id }: WorkspaceRow) => ({ params: { workspaceID: id } });
  const tray = createTray(icon, {
    show: () => window.show(),
    open: ({ url }) => openOutside(url),
    terminal: ({ id }) => void attempt(openWorkspace(desktop, { workspaceId: id, program: 'terminal' })),
    start: (row) => void attempt(desktop.api.call(startWorkspace, params(row))),
    stop: (row) => void attempt(desktop.api.call(stopWorkspace, params(row))),
    quit: () => app.quit(),
  });
  const watch = watchWorkspaces(desktop, {
    onList: tray.update,
    onChange(change) {
      const notice = noticeFor(change);
      const wanted = activeAccount(desktop.settings)?.preferences.notifications ?? false;
      if (notice && wanted && !window.isFocused()) notifier.tell(notice);
    },
  });
  return watch;
}
