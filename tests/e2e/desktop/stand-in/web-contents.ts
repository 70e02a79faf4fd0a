import { EventEmitter } from 'node:events';
import type { Page } from 'playwright';
import { RECEIVE } from './preload-frame.ts';
import type { StandInSession } from './session.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

export class StandInContents extends EventEmitter {
  /** Its address is the browser's, set by what was really loaded. */
  readonly mainFrame = { url: '' };
  readonly session: StandInSession;
  page: Promise<Page>;
  url = '';
  loading = false;
  private openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor(page: Promise<Page>, session: StandInSession) {
    super();
    this.page = page;
    this.session = session;
  }

  getURL = () => this.url;
  isLoading = () => this.loading;
  isDestroyed = () => false;

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  /** A page wants another window; the stand-in never opens it. */
  asksForWindow(url: string): void {
    this.openHandler({ url } as Electron.HandlerDetails);
  }

  forcefullyCrashRenderer(): void {
    void this.page.then(async (page) => {
      const chromium = await page.context().newCDPSession(page);
      await chromium.send('Page.crash').catch(() => undefined);
    });
  }

  send(channel: string, ...args: unknown[]): void {
    const deliver = ({ receive, values }: { receive: string; values: unknown[] }) =>
      (window as unknown as Record<string, ((...all: unknown[]) => void) | undefined>)[receive]?.(...values);
    const message = { receive: RECEIVE, values: [channel, args] };
    void this.page.then((page) => page.evaluate(deliver, message)).catch(() => undefined);
  }
}

StandInContents.prototype satisfies Pick<
  Electron.WebContents,
  'getURL' | 'isLoading' | 'isDestroyed' | 'setWindowOpenHandler' | 'forcefullyCrashRenderer' | 'send'
>;
