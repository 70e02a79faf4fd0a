import { BrowserWindow, net, type Rectangle, type Session, screen, session } from 'electron';
import { EVENT_CHANNEL } from '#shared/desktop/channel.ts';
import type { EventName, EventPayload } from '#shared/desktop/events.ts';
import { PAGES_ORIGIN, UI_ORIGIN } from '#shared/desktop/origins.ts';
import { activeAccount } from '../features/accounts/active-account.ts';
import type { Settings } from '../features/settings/settings.ts';
import { offerContextMenu } from './context-menu.ts';
import { denyPermissions } from './guard.ts';
import { connectPage, crashedPage, isOurPage, offlinePage } from './origins.ts';
import { partitionOf } from './partitions.ts';
import { serveUi } from './serve-ui.ts';
import { boundsToOpen, keepBounds } from './window-bounds.ts';

export interface AppFiles {
  preload: string;
  web: string;
  pages: string;
  icon: string;
}

export interface MainWindow {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** Shows a path of the UI, in a new window if there is none. */
  navigate(path: string): void;
  /** The active account has changed: shows its server, or the choice of one. */
  reopen(): void;
  /** Leaves the offline page for the requested one, if the server answers now. */
  retry(): Promise<boolean>;
  /** Is this the window of the account that is active now? */
  owns(contents: Electron.WebContents): boolean;
  isFocused(): boolean;
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
}

const PROBE_MS = 5_000;

/** Does anything answer there? The content doesn't matter. */
function answers(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_MS);
  return net.fetch(origin, { method: 'HEAD', redirect: 'error', credentials: 'omit', signal }).then(
    () => true,
    () => false,
  );
}

const BACKGROUND = { light: '#f7f8fa', dark: '#12161c' };

/** The app's one window. Each account has its own browser session, so that none sees another's cookies. */
export function createMainWindow(settings: Settings, files: AppFiles, isDark: () => boolean): MainWindow {
  let window: BrowserWindow | null = null;
  /** Whose window it is. Until it is replaced, another account may be active already. */
  let shownId: string | null = null;
  let reachedServer = false;
  let wantedPath = '/';
  const served = new Map<string, Session>();

  const origin = () => activeAccount(settings)?.origin ?? null;
  const isShown = () => shownId === settings.data.activeAccountId;

  function browserSession(): Session {
    const account = activeAccount(settings);
    const partition = account ? partitionOf(account.id) : 'connect';
    const found = served.get(partition);
    if (found) return found;
    const made = session.fromPartition(partition);
    const onServer = (reached: boolean) => (reached ? onReached() : onUnreachable());
    serveUi(made, { server: account?.origin ?? null, webFolder: files.web, pagesFolder: files.pages, onServer });
    denyPermissions(made);
    served.set(partition, made);
    return made;
  }

  function onReached(): void {
    reachedServer = true;
  }

  /**
   * Only a page that never got an answer is replaced by the offline page, so nobody loses a form they were filling in.
   */
  function onUnreachable(): void {
    if (reachedServer || !window || window.webContents.getURL().startsWith(PAGES_ORIGIN)) return;
    void load(offlinePage(wantedPath));
  }

  /** A page of our own whose process ended would only end again. */
  function onCrash(): void {
    const gone = URL.parse(window?.webContents.getURL() ?? '');
    if (!gone?.href.startsWith(`${UI_ORIGIN}/`)) return;
    wantedPath = gone.pathname + gone.search;
    void load(crashedPage(wantedPath));
  }

  function load(address: string): Promise<void> {
    // A load that is replaced by the next one rejects; the next one is what counts.
    return window?.loadURL(address).catch(() => undefined) ?? Promise.resolve();
  }

  function loadPath(path: string): void {
    const server = origin();
    reachedServer = false;
    wantedPath = path;
    const page = `${UI_ORIGIN}${path}`;
    void load(server && isOurPage(page) ? page : connectPage());
    // The login page calls no API, so find out ourselves whether the server is there.
    if (server) void answers(server).then((reached) => (reached ? onReached() : onUnreachable()));
  }

  function open(path: string): void {
    const workAreas: Rectangle[] = screen.getAllDisplays().map(({ workArea }) => workArea);
    const { maximized, ...bounds } = boundsToOpen(settings.data.window, workAreas);
    const opened = new BrowserWindow({
      ...bounds,
      minWidth: 480,
      minHeight: 360,
      title: 'Slipway',
      icon: files.icon,
      backgroundColor: isDark() ? BACKGROUND.dark : BACKGROUND.light,
      webPreferences: {
        preload: files.preload,
        session: browserSession(),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
      },
    });
    window = opened;
    shownId = settings.data.activeAccountId;
    if (maximized) opened.maximize();
    opened.on('close', () => keepBounds(settings, opened));
    // Windows, shutting down: no close follows.
    opened.on('session-end', () => keepBounds(settings, opened));
    opened.webContents.on('render-process-gone', (_, { reason }) => {
      if (reason !== 'clean-exit') onCrash();
    });
    offerContextMenu(opened.webContents);
    opened.once('closed', () => {
      if (window === opened) window = null;
    });
    loadPath(path);
  }

  return {
    show() {
      if (!window) return open('/');
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    navigate(path) {
      if (!window) open(path);
      else if (window.webContents.getURL().startsWith(`${UI_ORIGIN}/`))
        window.webContents.send(EVENT_CHANNEL, 'navigate', { path });
      else loadPath(path);
      this.show();
    },
    reopen() {
      const old = window;
      if (old) keepBounds(settings, old);
      open('/');
      old?.destroy();
    },
    async retry() {
      const server = origin();
      const reached = server !== null && (await answers(server));
      if (reached) loadPath(wantedPath);
      return reached;
    },
    owns: (contents) => window?.webContents === contents && isShown(),
    isFocused: () => window?.isFocused() ?? false,
    emit(name, payload) {
      if (isShown()) window?.webContents.send(EVENT_CHANNEL, name, payload);
    },
  };
}
