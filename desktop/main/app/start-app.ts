import { hostname } from 'node:os';
import path from 'node:path';
import { app, nativeTheme, net, powerMonitor, shell } from 'electron';
import { createApi } from '../api.ts';
import type { Desktop } from '../context.ts';
import { messageOf } from '../errors.ts';
import { listed } from '../features/accounts/accounts.ts';
import { activeAccount } from '../features/accounts/active-account.ts';
import { sessionSecret } from '../features/secret-store/index.ts';
import { openSettings } from '../features/settings/settings.ts';
import { createBrowserSignIn } from '../features/sign-in/browser-sign-in.ts';
import { createTunnels } from '../features/tunnels/tunnels.ts';
import { startOnWake } from '../features/workspaces/start-on-wake.ts';
import { findServer } from '../find-server.ts';
import { createHandlers, type WindowCalls } from '../handlers.ts';
import type { Log } from '../log.ts';
import { pinAccount } from '../pin-account.ts';
import { speak, text } from '../text.ts';
import { createAccountSwitch } from './account-switch.ts';
import { answerProxies } from './answer-proxies.ts';
import { dialogs } from './dialogs.ts';
import { followLinks, type Links } from './follow-links.ts';
import { guardPages, openOutside } from './guard.ts';
import { listenToPages } from './listen-to-pages.ts';
import { loginItem, openedBySystem } from './login-item.ts';
import { createMainWindow } from './main-window.ts';
import { showMenu } from './menu.ts';
import { createNotifier } from './notify.ts';
import { logFile } from './open-log.ts';
import { removeLeftPartitions } from './partitions.ts';
import { openSecrets } from './secrets.ts';
import { trayIcon } from './tray-icon.ts';
import { startUpdates } from './updates.ts';
import { watchInTray } from './workspace-tray.ts';

/** Puts the app together. The window is shown before the network or keychain is used. */
export async function startApp(appFolder: string, log: Log, links: Links): Promise<void> {
  const inApp = (name: string) => path.join(appFolder, name);
  const folder = app.getPath('userData');
  const settings = await openSettings(path.join(folder, 'settings.json'), log);
  const secrets = openSecrets(appFolder, log);
  const tunnels = createTunnels();
  const signIn = createBrowserSignIn();
  await app.whenReady();
  speak(app.getLocale());

  await removeLeftPartitions(
    folder,
    settings.data.accounts.map(({ id }) => id),
  );
  const window = createMainWindow(
    settings,
    { preload: inApp('preload.cjs'), web: inApp('web'), pages: inApp('pages'), icon: inApp('icons/icon.png') },
    () => nativeTheme.shouldUseDarkColors,
  );
  const send: typeof fetch = (input, init) => net.fetch(input as string, init);
  const apiOf = (account: () => { id: string; origin: string } | null) =>
    createApi({
      fetch: send,
      async credentials() {
        const { id, origin } = account() ?? { id: '', origin: '' };
        const key = id && (await secrets.read(sessionSecret(id)));
        return key ? { origin, key } : null;
      },
    });
  const desktop: Desktop = {
    folder,
    home: app.getPath('home'),
    platform: process.platform,
    environment: process.env,
    settings,
    secrets,
    api: apiOf(() => activeAccount(settings)),
    log,
    dialogs,
    findServer: (origin) => findServer(send, origin),
    loginItem: loginItem(),
    emit(name, payload) {
      window.emit(name, payload);
      if (name === 'session.changed') watch.resume();
    },
    hasProgramFor: (url) => app.getApplicationNameForProtocol(url) !== '',
    openExternal: (url) => shell.openExternal(url),
  };
  const notifier = createNotifier((route) => window.navigate(route));
  answerProxies(notifier);
  const watch = watchInTray(desktop, window, notifier, inApp(`icons/${trayIcon(process.platform)}`));
  const withComputer = startOnWake(desktop);
  const accounts = createAccountSwitch(desktop, () => {
    tunnels.closeAll();
    withComputer.pause();
    window.reopen();
    renewMenu();
    watch.resume();
  });
  const updates = startUpdates({
    feed: app.isPackaged ? undefined : process.env.SLIPWAY_UPDATE_FEED,
    log,
    onReady: (version) => notifier.say(text('notice.updateReady', { version }), text('notice.updateHelp')),
    onAnswer: (problem) =>
      problem === null ? notifier.say(text('notice.upToDate')) : notifier.say(text('notice.updateFailed'), problem),
  });
  const renewMenu = () => {
    const known = listed(settings.data);
    showMenu(known.accounts, known.activeId, {
      navigate: (route) => window.navigate(route),
      addAccount: () => void accounts['accounts.choose'](null),
      switchAccount: (id) => void accounts['accounts.switch']({ id }),
      showLog: () => shell.showItemInFolder(logFile()),
      checkForUpdates: updates?.check ?? null,
    });
  };

  guardPages(() => activeAccount(settings)?.origin ?? null);
  const windowCalls: WindowCalls = {
    ...accounts,
    'system.info': async () => ({
      version: app.getVersion(),
      platform: process.platform,
      computer: hostname().slice(0, 60),
    }),
    async 'system.open'({ url }) {
      openOutside(url);
      return null;
    },
    'system.retry': async () => ({ reached: await window.retry() }),
  };
  const handlers = () => {
    const account = activeAccount(settings);
    const pinned = pinAccount(
      desktop,
      account?.id ?? null,
      apiOf(() => account),
    );
    return createHandlers(pinned, { tunnels, signIn }, windowCalls);
  };
  listenToPages(window, handlers, log);
  app.on('activate', () => window.show());
  // The tray keeps the app alive: closing the window only hides the UI.
  app.on('window-all-closed', () => undefined);
  app.on('browser-window-focus', () => notifier.seen());
  app.on('will-quit', () => tunnels.closeAll());
  powerMonitor.on('suspend', () => {
    watch.pause();
    withComputer.pause();
    window.emit('power', { state: 'asleep' });
  });
  powerMonitor.on('resume', () => {
    window.emit('power', { state: 'awake' });
    watch.resume();
    withComputer.resume();
  });
  renewMenu();
  followLinks(links, window, {
    hidden: openedBySystem(),
    async onSignIn(answer) {
      const before = settings.data.activeAccountId;
      await signIn.finish(desktop, answer).then(
        () => (settings.data.activeAccountId === before ? window.navigate('/') : window.reopen()),
        (error) => notifier.say(text('notice.signInFailed'), messageOf(error)),
      );
    },
  });
  watch.resume();
  withComputer.resume();
}
