import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { browser, closeBrowser } from './chromium.ts';
import { strict } from './strict.ts';

const appFolder = path.dirname(process.argv[1] ?? '');
const manifest = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8')) as Record<string, string>;

class App extends EventEmitter {
  readonly name = manifest.productName ?? 'app';
  readonly isPackaged = false;
  badge = 0;
  protocolClients: string[] = [];
  private paths: Record<string, string> = {
    home: os.homedir(),
    temp: os.tmpdir(),
    userData: path.join(os.tmpdir(), `stand-in-${process.pid}`),
    exe: process.execPath,
  };
  private handingOver: Promise<void> = Promise.resolve();
  private quitting = false;

  getLocale = () => 'en-US';
  getVersion = () => manifest.version ?? '0.0.0';
  getName = () => this.name;
  getAppPath = () => appFolder;
  whenReady = () => browser().then(() => undefined);
  isReady = () => true;

  getPath(name: string): string {
    const found = this.paths[name];
    if (!found) throw new Error(`The stand-in for Electron has no path “${name}”`);
    return found;
  }

  setPath(name: string, value: string): void {
    this.paths[name] = value;
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.push(scheme);
    return true;
  }

  setBadgeCount(count = 0): boolean {
    this.badge = count;
    return true;
  }

  /** A lock file with the process in it, and a socket on which a second start hands over its arguments. */
  requestSingleInstanceLock(): boolean {
    const lock = path.join(this.getPath('userData'), 'SingletonLock');
    const socket = path.join(this.getPath('userData'), 'SingletonSocket');
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : null;
    if (holder && isAlive(holder)) {
      this.handingOver = handOver(socket);
      return false;
    }
    if (existsSync(socket)) unlinkSync(socket);
    writeFileSync(lock, String(process.pid));
    createServer((client) => {
      let text = '';
      client.on('data', (chunk) => {
        text += chunk;
      });
      client.on('end', () => this.emit('second-instance', {}, JSON.parse(text), os.homedir()));
    })
      .listen(socket)
      .unref();
    return true;
  }

  quit(): void {
    if (this.quitting) return;
    this.quitting = true;
    const event = { preventDefault: () => undefined };
    this.emit('before-quit', event);
    this.emit('close-all-windows');
    this.emit('will-quit', event);
    this.emit('quit', event, 0);
    void this.handingOver.then(closeBrowser).finally(() => process.exit(0));
  }

  exit(code = 0): void {
    void closeBrowser().finally(() => process.exit(code));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function handOver(socket: string): Promise<void> {
  return new Promise((resolve) => {
    const client = connect(socket, () => client.end(JSON.stringify(process.argv)));
    client.once('close', () => resolve());
    client.once('error', () => resolve());
  });
}

export const app = strict('app', new App());
