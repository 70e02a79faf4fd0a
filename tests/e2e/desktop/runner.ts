import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { _electron, chromium, expect, type Page } from 'playwright/test';
import { APP, electronProgram, ROOT } from './paths.ts';
import { inApp } from './stand-in/app-address.ts';

export interface DesktopApp {
  readonly host: 'electron' | 'stand-in';
  /** The one window, once it shows an address that fits. */
  window(address?: RegExp): Promise<Page>;
  /** Runs a function in the main process, as Playwright's `ElectronApplication.evaluate` does. */
  evaluate<Value, Argument>(
    ask: (electron: typeof Electron, argument: Argument) => Value,
    argument?: Argument,
  ): Promise<Awaited<Value>>;
  /** Starts the program once more with these arguments, as the system does for a deep link, until that start ends. */
  startAgain(...args: string[]): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** The app's own folder. */
  folder: string;
  environment?: Record<string, string>;
  args?: string[];
  /** False for a start that shows none. */
  window?: boolean;
  /** The address that macOS hands over before the app is ready. Only the stand-in can do that from here. */
  openUrl?: string;
}

/** Starts the built app on real Electron where its program is, and on the stand-in where it is not. */
export function launch(options: LaunchOptions): Promise<DesktopApp> {
  const program = electronProgram();
  return program ? launchElectron(program, options) : launchStandIn(options);
}

function environmentOf({ folder, environment }: LaunchOptions): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(own), SLIPWAY_DESKTOP_FOLDER: folder, ...environment };
}

async function launchElectron(program: string, options: LaunchOptions): Promise<DesktopApp> {
  const env = environmentOf(options);
  const args = ['--no-sandbox', APP, ...(options.args ?? [])];
  const app = await _electron.launch({ executablePath: program, args, env });
  return {
    host: 'electron',
    window: (address) => windowAmong(() => app.windows(), address),
    evaluate: (ask, argument) => app.evaluate(ask as never, argument as never) as never,
    startAgain: (...more) => ended(spawn(program, ['--no-sandbox', APP, ...more], { env, stdio: 'ignore' })),
    close: () => app.close(),
  };
}

// A worker that follows a failed test must not meet the ports of the one before it.
let nextPort = 15_840 + (Number(process.env.TEST_WORKER_INDEX ?? 0) % 5) * 10;

async function launchStandIn(options: LaunchOptions): Promise<DesktopApp> {
  const port = nextPort++;
  const env = {
    ...environmentOf(options),
    STAND_IN_DEBUGGING_PORT: String(port),
    STAND_IN_OPEN_URL: options.openUrl ?? '',
  };
  const command = ['--import', path.join(import.meta.dirname, 'stand-in/register.ts'), path.join(APP, 'main.cjs')];
  const log = openSync(path.join(ROOT, 'test-results/desktop-app.log'), 'a');
  const start = (more: string[]) =>
    spawn(process.execPath, [...command, ...more], { env, stdio: ['ignore', log, log, 'ipc'] });
  const child = start(options.args ?? []);
  const evaluate = evaluator(child);
  // Attached in the middle of a page's birth, a second Playwright may miss it: wait until the first page is there.
  const isShown = ({ BrowserWindow }: typeof Electron) =>
    BrowserWindow.getAllWindows().some(({ webContents }) => webContents.getURL() !== '' && !webContents.isLoading());
  const isListening = ({ Menu }: typeof Electron) => Boolean(Menu.getApplicationMenu()?.getMenuItemById('add-account'));
  const isReady = options.window === false ? isListening : isShown;
  const becomesReady = expect.poll(() => evaluate(isReady), { timeout: 30_000 }).toBe(true);
  // Nobody else would end one that never got ready.
  await becomesReady.catch((error) => {
    child.kill();
    throw error;
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  return {
    host: 'stand-in',
    window: (address) => windowAmong(() => browser.contexts().flatMap((context) => context.pages()), address),
    evaluate: evaluate as DesktopApp['evaluate'],
    startAgain: (...more) => ended(start(more)),
    async close() {
      if (child.exitCode !== null) return;
      const gone = ended(child);
      await evaluate(({ app }: typeof Electron) => app.quit()).catch(() => undefined);
      await gone;
      await browser.close();
    },
  };
}

async function windowAmong(pages: () => Page[], address = /./): Promise<Page> {
  const fits = () => pages().find((page) => address.test(inApp(page.url())));
  await expect.poll(() => fits() !== undefined, { message: `a window at ${address}` }).toBe(true);
  return fits()!;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function evaluator(child: ChildProcess) {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The app has ended.'));
  });
  // biome-ignore lint/suspicious/noExplicitAny: the caller's types are those of DesktopApp.evaluate.
  return (ask: (electron: any, argument: any) => unknown, argument?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, source: String(ask), argument });
    });
}
