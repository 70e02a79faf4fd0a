import { EventEmitter } from 'node:events';
import type { Frame, Page, Request as PageRequest } from 'playwright';
import { app } from './app.ts';
import { invoke } from './ipc.ts';
import { BINDING, preloadFrame, RECEIVE } from './preload-frame.ts';
import type { StandInSession } from './session.ts';
import { strict } from './strict.ts';

interface WebPreferences {
  preload: string;
  session: StandInSession;
  contextIsolation: boolean;
  sandbox: boolean;
  nodeIntegration: boolean;
  webviewTag: boolean;
}

interface Options {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  minWidth?: number;
  minHeight?: number;
  title?: string;
  icon?: string;
  backgroundColor?: string;
  webPreferences: WebPreferences;
}

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

class WebContents extends EventEmitter {
  /** Its address is the browser's, set by what was really loaded. */
  readonly mainFrame = { url: '' };
  url = '';
  openHandler: OpenHandler = () => ({ action: 'allow' });
  page: Promise<Page>;

  constructor(page: Promise<Page>) {
    super();
    this.page = page;
  }

  getURL = () => this.url;
  loading = false;
  isLoading = () => this.loading;
  isDestroyed = () => false;

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    const deliver = ({ receive, values }: { receive: string; values: unknown[] }) =>
      (window as unknown as Record<string, ((...all: unknown[]) => void) | undefined>)[receive]?.(...values);
    const message = { receive: RECEIVE, values: [channel, args] };
    void this.page.then((page) => page.evaluate(deliver, message)).catch(() => undefined);
  }
}

const windows = new Set<StandInWindow>();
app.on('close-all-windows', () => {
  for (const window of windows) window.close();
});

class StandInWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly options: Options;
  private bounds: { x: number; y: number; width: number; height: number };
  private maximized = false;
  private minimized = false;
  private focused = true;
  private askedFor: string | null = null;

  constructor(options: Options) {
    super();
    const { contextIsolation, sandbox, nodeIntegration, webviewTag } = options.webPreferences;
    if (!contextIsolation || !sandbox || nodeIntegration || webviewTag)
      throw new Error('This window is not locked down');
    this.options = options;
    this.bounds = {
      x: options.x ?? 40,
      y: options.y ?? 40,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.webContents = new WebContents(this.open(options.webPreferences));
    windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-focus', {}, this);
  }

  static getAllWindows = () => [...windows];

  private async open({ preload, session }: WebPreferences): Promise<Page> {
    const context = await session.context;
    const page = await context.newPage();
    await page.setViewportSize({ width: this.bounds.width, height: this.bounds.height });
    await page.exposeBinding(BINDING, ({ frame }, channel: string, args: unknown[]) =>
      invoke(this.eventFrom(frame, page), channel, args),
    );
    await page.addInitScript(preloadFrame(preload));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.webContents.url = frame.url();
      this.webContents.mainFrame.url = frame.url();
    });
    session.gates.add((request) => this.allows(request, page));
    page.on('popup', (popup) => {
      const opened = popup.url();
      if (opened === 'about:blank') this.webContents.openHandler({ url: opened });
      void popup.close();
    });
    return page;
  }

  private eventFrom(frame: Frame, page: Page): object {
    const isMain = frame === page.mainFrame();
    const senderFrame = isMain ? this.webContents.mainFrame : strict('WebFrameMain', { url: frame.url() });
    return strict('IpcMainInvokeEvent', { senderFrame, sender: this.webContents });
  }

  /** Electron asks before a page takes the window elsewhere, and before it opens another one. */
  private allows(request: PageRequest, page: Page): boolean {
    if (!request.isNavigationRequest()) return true;
    const frame = frameOf(request);
    if (!frame || frame.page() !== page) {
      // A frame of another window of ours has its own gate; one without a window is a popup.
      if (frame && [...windows].some((each) => each.shows(frame.page()))) return true;
      this.webContents.openHandler({ url: request.url() });
      return false;
    }
    if (frame !== page.mainFrame() || request.url() === this.askedFor) return true;
    let prevented = false;
    const event = { url: request.url(), preventDefault: () => (prevented = true) };
    this.webContents.emit(request.redirectedFrom() ? 'will-redirect' : 'will-navigate', event);
    return !prevented;
  }

  private current: Page | null = null;
  private shows(page: Page): boolean {
    return this.current === page;
  }

  async loadURL(address: string): Promise<void> {
    this.webContents.loading = true;
    const page = await this.webContents.page;
    this.current = page;
    await this.options.webPreferences.session.settlePermissions(address);
    this.askedFor = new URL(address).href;
    this.webContents.url = this.askedFor;
    await page.goto(address, { waitUntil: 'load' }).finally(() => {
      this.webContents.loading = false;
    });
  }

  isMaximized = () => this.maximized;
  isMinimized = () => this.minimized;
  isFocused = () => this.focused;
  getNormalBounds = () => this.bounds;

  setBounds(bounds: Partial<StandInWindow['bounds']>): void {
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
    if (!windows.has(this)) return;
    this.emit('close', { preventDefault: () => undefined });
    this.destroy();
  }

  destroy(): void {
    if (!windows.delete(this)) return;
    void this.webContents.page.then((page) => page.close()).catch(() => undefined);
    this.emit('closed');
    if (windows.size === 0) app.emit('window-all-closed');
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

export const BrowserWindow = StandInWindow;
