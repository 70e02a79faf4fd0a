import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cancelable, wasPrevented } from './cancelable.ts';
import { browser } from './chromium.ts';
import { holdLock } from './single-instance.ts';
import { strict } from './strict.ts';

const appFolder = path.dirname(process.argv[1] ?? '');
const manifest = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8')) as Record<string, string>;

class App extends EventEmitter {
  readonly name = manifest.productName ?? 'app';
  readonly isPackaged = false;
  /** Closes every window; false if one of them doesn't want to. */
  closeWindows = () => true;
  private paths: Record<string, string> = {
    home: os.homedir(),
    temp: os.tmpdir(),
    userData: path.join(os.tmpdir(), `stand-in-${process.pid}`),
    logs: path.join(os.tmpdir(), `stand-in-${process.pid}`, 'logs'),
    exe: process.execPath,
  };
  private ready = false;
  private quitting = false;
  private started = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.launch());

  isReady = () => this.ready;
  whenReady = () => this.started;
  isQuitting = () => this.quitting;
  getVersion = () => manifest.version ?? '0.0.0';
  getName = () => this.name;
  getAppPath = () => appFolder;
  /** Empty until the app is ready, as documented. */
  getLocale = () => (this.ready ? (process.env.STAND_IN_LOCALE ?? 'en-US') : '');

  /** macOS hands over the address that started the app before the app is ready. */
  private async launch(): Promise<void> {
    this.emit('will-finish-launching');
    const address = process.env.STAND_IN_OPEN_URL;
    if (address) this.emit('open-url', cancelable(), address);
    await browser();
    this.ready = true;
    this.emit('ready', {}, {});
  }

  getPath(name: string): string {
    const found = this.paths[name];
    if (!found) throw new Error(`The stand-in for Electron has no path “${name}”`);
    return found;
  }

  setPath(name: string, value: string): void {
    this.paths[name] = value;
    if (name === 'userData') this.paths.logs = path.join(value, 'logs');
  }

  setAsDefaultProtocolClient = () => true;
  setBadgeCount = () => true;
  /** No program is installed. */
  getApplicationNameForProtocol = (_url: string) => '';

  requestSingleInstanceLock(): boolean {
    return holdLock(this.getPath('userData'), (args) => this.emit('second-instance', {}, args, os.homedir(), null));
  }

  quit(): void {
    if (this.quitting) return;
    this.quitting = true;
    const goesOn = [() => this.asks('before-quit'), () => this.closeWindows(), () => this.asks('will-quit')];
    if (goesOn.every((each) => each())) this.exit(0);
    this.quitting = false;
  }

  /** Ends at once: what is still being written is lost. Playwright ends Chromium with the process. */
  exit(code = 0): void {
    this.emit('quit', cancelable(), code);
    process.exit(code);
  }

  private asks(name: string): boolean {
    const event = cancelable();
    this.emit(name, event);
    return !wasPrevented(event);
  }
}

const standIn = new App();
standIn satisfies Pick<
  Electron.App,
  | 'name'
  | 'isPackaged'
  | 'isReady'
  | 'whenReady'
  | 'getVersion'
  | 'getName'
  | 'getAppPath'
  | 'getLocale'
  | 'getPath'
  | 'setPath'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'getApplicationNameForProtocol'
  | 'requestSingleInstanceLock'
  | 'quit'
  | 'exit'
>;

// Electron quits on it; Playwright would only close Chromium.
process.on('SIGTERM', () => standIn.quit());

export const app = strict('app', standIn);

/** Much of Electron refuses to work before the app is ready. */
export function mustBeReady(what: string): void {
  if (!app.isReady()) throw new Error(`${what} can't be used before the app is ready`);
}
