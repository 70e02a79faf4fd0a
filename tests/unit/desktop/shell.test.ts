import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInbox } from '../../../desktop/main/app/inbox.ts';
import { proxyCredentials } from '../../../desktop/main/app/proxy-credentials.ts';
import { hasUpdateFeed } from '../../../desktop/main/app/update-feed.ts';
import { boundsToOpen } from '../../../desktop/main/app/window-bounds.ts';
import { chooseSecretStore } from '../../../desktop/main/features/secret-store/index.ts';
import { settingsSchema } from '../../../desktop/main/features/settings/schema.ts';
import { createLog } from '../../../desktop/main/log.ts';
import { logToFile } from '../../../desktop/main/log-file.ts';
import { electronProgram } from '../../e2e/desktop/paths.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-shell-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what arrives before anyone looks is kept, in its order', () => {
  const inbox = createInbox<string>();
  inbox.put('a');
  inbox.put('b');
  const taken: string[] = [];
  expect(inbox.isEmpty()).toBe(false);
  inbox.open((each) => taken.push(each));
  inbox.put('c');
  expect(taken).toEqual(['a', 'b', 'c']);
});

test('windows of any size are remembered', () => {
  const window = { width: 1, height: 200, maximized: false };
  expect(settingsSchema.safeParse({ version: 1, accounts: [], activeAccountId: null, window }).success).toBe(true);
  expect(boundsToOpen({ ...window, x: 5000, y: 5000 }, [{ x: 0, y: 0, width: 800, height: 600 }])).toEqual(window);
});

describe('the log file', () => {
  test('is put aside when it gets large, a few times', () => {
    const file = path.join(folder, 'logs', 'slipway.log');
    const write = logToFile(file, 10);
    for (const line of ['one…', 'two…', 'three…', 'four…', 'five…', 'six…']) write(line);
    const kept = readdirSync(path.dirname(file)).sort();
    expect(kept).toEqual(['slipway.log', 'slipway.log.1', 'slipway.log.2', 'slipway.log.3']);
    expect(kept.map((name) => readFileSync(path.join(folder, 'logs', name), 'utf8'))).toEqual([
      'six…\n',
      'five…\n',
      'four…\n',
      'three…\n',
    ]);
  });

  test('goes on where the last start ended', () => {
    const file = path.join(folder, 'slipway.log');
    logToFile(file, 10)('before…');
    logToFile(file, 10)('after…');
    expect(readFileSync(file, 'utf8')).toBe('after…\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('before…\n');
  });

  test('that can’t be written stops nobody', () => {
    const file = path.join(folder, 'a file', 'slipway.log');
    writeFileSync(path.dirname(file), '');
    expect(() => logToFile(file)('a line')).not.toThrow();
  });
});

describe('where secrets are kept', () => {
  const notices = { sealed: 'in a file', memory: 'in memory' };
  const log = createLog(() => undefined);
  const sealedFile = () => path.join(folder, 'secrets.json');

  test('a working keychain is never followed by the question for the other one', async () => {
    const kept = new Map<string, string>();
    const keytar = {
      getPassword: async (_: string, name: string) => kept.get(name) ?? null,
      setPassword: async (_: string, name: string, secret: string) => void kept.set(name, secret),
      deletePassword: async (_: string, name: string) => kept.delete(name),
    };
    const seal = vi.fn(() => null);
    const store = await chooseSecretStore({
      loadKeytar: async () => keytar,
      seal,
      sealedFile: sealedFile(),
      notices,
      log,
    });
    expect((await store.about()).keptIn).toBe('keychain');
    expect(seal).not.toHaveBeenCalled();
  });

  test.each([
    ['safe-storage', { encryptString: (plain: string) => Buffer.from(plain), decryptString: String }],
    ['memory', null],
  ] as const)('without one it is %s', async (keptIn, sealing) => {
    const loadKeytar = () => Promise.reject(new Error('There is no libsecret.'));
    const store = await chooseSecretStore({
      loadKeytar,
      seal: () => sealing,
      sealedFile: sealedFile(),
      notices,
      log,
    });
    expect((await store.about()).keptIn).toBe(keptIn);
  });
});

test.each([
  [null, false],
  ['provider: generic\nurl: https://updates.example.com/slipway\nupdaterCacheDirName: slipway-updater\n', true],
  ["provider: generic\nurl: 'https://updates.example.com'\n", true],
  ["provider: generic\nurl: ''\n", false],
  ['provider: generic\nurl: undefined\n', false],
])('a build with %j as its feed updates itself: %s', (content, expected) => {
  if (content !== null) writeFileSync(path.join(folder, 'app-update.yml'), content);
  expect(hasUpdateFeed(folder)).toBe(expected);
});

test.skipIf(process.platform !== 'linux')(
  'the tests take the Electron of a folder that is named, or say it is missing',
  () => {
    expect(() => electronProgram(folder)).toThrow('SLIPWAY_ELECTRON_DIST');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'electron'), '');
    expect(electronProgram(folder)).toBe(path.join(folder, 'electron'));
  },
);

describe('who we are to a proxy', () => {
  const at = { host: 'proxy.example.com', port: 3128 };

  test.each([
    ['http://ann:pass@proxy.example.com:3128', { username: 'ann', password: 'pass' }],
    ['http://ann:p%40ss%3A@proxy.example.com:3128/', { username: 'ann', password: 'p@ss:' }],
    ['http://ann:100%@proxy.example.com:3128', { username: 'ann', password: '100%' }],
    ['http://proxy.example.com:3128', null],
    ['http://ann:pass@proxy.example.com:8080', null],
    ['http://ann:pass@evil.example.com:3128', null],
    ['not an address', null],
  ])('is what the environment says for it: %s', (address, expected) => {
    expect(proxyCredentials({ HTTPS_PROXY: address }, at)).toEqual(expected);
    expect(proxyCredentials({ http_proxy: address }, at)).toEqual(expected);
  });

  test('is nothing without a setting', () => {
    expect(proxyCredentials({}, at)).toBeNull();
  });
});
