import { app } from 'electron';
import { keepAwake } from '#shared/features/workspaces/awake.ts';
import { startWorkspace, stopWorkspace, type WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { Desktop } from '../context.ts';
import { messageOf } from '../errors.ts';
import { activeAccount } from '../features/accounts/active-account.ts';
import { watchBill } from '../features/billing/watch-bill.ts';
import { openWorkspace } from '../features/open-local/index.ts';
import { idleNotice, type Notice, noticeFor, unpaidNotice } from '../features/workspaces/notice-for.ts';
import { watchWorkspaces } from '../features/workspaces/watch-workspaces.ts';
import type { Rounds } from '../rounds.ts';
import { text } from '../text.ts';
import { openOutside } from './guard.ts';
import type { MainWindow } from './main-window.ts';
import type { Notifier } from './notify.ts';
import { createTray } from './tray.ts';

/** The tray and the notifications, fed by watching the workspaces and the bill. */
export function watchInTray(desktop: Desktop, window: MainWindow, notifier: Notifier, icon: string): Rounds {
  const attempt = async (work: Promise<unknown>) => {
    await work.catch((error) => notifier.say(text('notice.actionFailed'), messageOf(error)));
    workspaces.resume();
  };
  const params = ({ id }: WorkspaceRow) => ({ params: { workspaceID: id } });
  const keep = (row: WorkspaceRow) => void attempt(desktop.api.call(keepAwake, params(row)));
  const tray = createTray(icon, {
    show: () => window.show(),
    open: ({ url }) => openOutside(url),
    terminal: ({ id }) => void attempt(openWorkspace(desktop, { workspaceId: id, program: 'terminal' })),
    start: (row) => void attempt(desktop.api.call(startWorkspace, params(row))),
    stop: (row) => void attempt(desktop.api.call(stopWorkspace, params(row))),
    keep,
    quit: () => app.quit(),
  });
  const isWanted = () => activeAccount(desktop.settings)?.preferences.notifications ?? false;
  // No notification for what the person sees in the window.
  const tell = (notice: Notice | null) => notice && isWanted() && !window.isFocused() && notifier.tell(notice);
  const workspaces = watchWorkspaces(desktop, {
    onList: tray.update,
    onChange: (change) => tell(noticeFor(change)),
    onIdle: (row) => tell(idleNotice(row, () => keep(row))),
  });
  const bill = watchBill(desktop, () => tell(unpaidNotice()));
  return {
    resume() {
      workspaces.resume();
      bill.resume();
    },
    pause() {
      workspaces.pause();
      bill.pause();
    },
  };
}
