import { ipcMain } from 'electron';
import { CALL_CHANNEL } from '#shared/desktop/channel.ts';
import { answerCall, type Handlers } from '../ipc/router.ts';
import type { Log } from '../log.ts';
import type { MainWindow } from './main-window.ts';

/** Answers the pages' calls on the one channel, each for the account that is shown when it comes in. */
export function listenToPages(window: MainWindow, handlers: () => Handlers, log: Log): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    const sender = {
      url: frame?.url ?? '',
      isMainFrame: frame !== null && frame === event.sender.mainFrame,
      isOwnWindow: window.owns(event.sender),
    };
    return answerCall({ handlers: handlers(), log }, sender, name, input);
  });
}
