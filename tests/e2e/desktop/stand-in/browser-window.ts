import { EventEmitter } from 'node:events';
import type { Frame, Page, Request as PageRequest } from 'playwright';
import { app, mustBeReady } from './app.ts';
import { inApp, inChromium } from './app-address.ts';
import { cancelable, wasPrevented } from './cancelable.ts';
import { invoke } from './ipc.ts';
import { BINDING, preloadFrame } from './preload-frame.ts';
import type { StandInSession } from './session.ts';
import { strict } from './strict.ts';
import { watchRedirects } from './watch-redirects.ts';
import { StandInContents } from './web-contents.ts';

type Options = Electron.BrowserWindowConstructorOptions;

const windows = new Set<StandInWindow>();
app.closeWindows = () => [...windows].every((window) => window.closes());

class StandInWindow extends EventEmitter {
  readonly webContents: StandInContents;
  private readonly session: StandInSession;
  private bounds: Electron.Rectangle;
  private maximized = false;
  private minimized = false;
  private focused = true;
  private askedFor: string | null = null;
  private current: Page | null = null;

  constructor({ x = 40, y = 40, width = 800, height = 600, minWidth = 0, minHeight = 0, webPreferences }: Options) {
    super();
    mustBeReady('BrowserWindow');
    const { contextIsolation, sandbox, nodeIntegration, webviewTag, preload, session } = webPreferences ?? {};
    if (!contextIsolation || !sandbox || nodeIntegration || webviewTag || !preload || !session)
      throw new Error('This window is not locked down');
    this.bounds = { x, y, width: Math.max(width, minWidth), height: Math.max(height, minHeight) };
    this.session = session as unknown as StandInSession;
    this.webContents = strict('WebContents', new StandInContents(this.open(preload), this.session));
    windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-focus', {}, this);
  }

  static getAllWindows = () => [...windows];

  private async open(preload: string): Promise<Page> {
    const context = await this.session.context;
    const page = await context.newPage();
    await page.setViewportSize({ width: this.bounds.width, height: this.bounds.height });
    await page.exposeBinding(BINDING, ({ frame }, channel: string, args: unknown[]) =>
      invoke(this.eventFrom(frame, page), channel, args),
    );
    await page.addInitScript(preloadFrame(preload));
    await watchRedirects(page, (redirect) => this.asks('will-redirect', redirect));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.webContents.url = inApp(frame.url());
      this.webContents.mainFrame.url = inApp(frame.url());
    });
    page.on('crash', () => {
      // Playwright can't use a crashed page again, so what is loaded next gets another one.
      this.webContents.page = this.open(preload);
      void page.close();
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    this.session.gates.add((request) => this.allows(request, page));
    page.on('popup', (popup) => {
      const opened = popup.url();
      if (opened === 'about:blank') this.webContents.asksForWindow(opened);
      void popup.close();
    });
    return page;
  }

  private eventFrom(frame: Frame, page: Page): object {
    const isMain = frame === page.mainFrame();
    const senderFrame = isMain ? this.webContents.mainFrame : strict('WebFrameMain', { url: inApp(frame.url()) });
    return strict('IpcMainInvokeEvent', { senderFrame, sender: this.webContents });
  }

  private asks(name: string, details: { url: string; isMainFrame: boolean }): boolean {
    const event = cancelable({ ...details, isSameDocument: false });
    this.webContents.emit(name, event);
    return !wasPrevented(event);
  }

  /** Electron asks before a page takes the window or a frame elsewhere, and before it opens another one. */
  private allows(request: PageRequest, page: Page): boolean {
    if (!request.isNavigationRequest()) return true;
    const frame = frameOf(request);
    if (!frame || frame.page() !== page) {
      // A frame of another window of ours has its own gate; one without a window is a popup.
      if (frame && [...windows].some((each) => each.shows(frame.page()))) return true;
      this.webContents.asksForWindow(inApp(request.url()));
      return false;
    }
    const details = { url: inApp(request.url()), isMainFrame: frame === page.mainFrame() };
    if (details.isMainFrame && request.url() === this.askedFor) return true;
    if (!this.asks('will-frame-navigate', details)) return false;
    return !details.isMainFrame || this.asks('will-navigate', details);
  }

  private shows(page: Page): boolean {
    return this.current === page;
  }

  async loadURL(address: string): Promise<void> {
    this.webContents.loading = true;
    const page = await this.webContents.page;
    this.current = page;
    await this.session.settlePermissions(address);
    this.askedFor = new URL(inChromium(address)).href;
    this.webContents.url = address;
    await page.goto(this.askedFor, { waitUntil: 'load' }).finally(() => {
      this.webContents.loading = false;
    });
  }

  isMaximized = () => this.maximized;
  isMinimized = () => this.minimized;
  isFocused = () => this.focused;
  getNormalBounds = () => this.bounds;

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
  }
  maximize(): void {
    this.maximized = true;
  }
  minimize(): void {
    this.minimized = true;
    this.focused = false;
  }
  restore(): void {
    this.minimized = false;
  }
  show(): void {
    this.focus();
  }
  focus(): void {
    this.focused = true;
    app.emit('browser-window-focus', {}, this);
  }
  blur(): void {
    this.focused = false;
  }

  close(): void {
    this.closes();
  }

  /** False if the app wants the window to stay. */
  closes(): boolean {
    if (!windows.has(this)) return true;
    const event = cancelable();
    this.emit('close', event);
    if (wasPrevented(event)) return false;
    this.destroy();
    return true;
  }

  destroy(): void {
    if (!windows.delete(this)) return;
    void this.webContents.page.then((page) => page.close()).catch(() => undefined);
    this.emit('closed');
    if (windows.size === 0 && !app.isQuitting()) app.emit('window-all-closed');
  }
}

/** Playwright has no frame yet for the first request of a popup. */
function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

StandInWindow.prototype satisfies Pick<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'isMaximized'
  | 'isMinimized'
  | 'isFocused'
  | 'getNormalBounds'
  | 'setBounds'
  | 'maximize'
  | 'minimize'
  | 'restore'
  | 'show'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
>;

export const BrowserWindow = StandInWindow;
