import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from '../../../desktop/main/api.ts';
import { createApi } from '../../../desktop/main/api.ts';
import { activate, addAccount } from '../../../desktop/main/features/accounts/accounts.ts';
import { endSession, sessionOf } from '../../../desktop/main/features/accounts/end-session.ts';
import { forgetAccount } from '../../../desktop/main/features/accounts/forget-account.ts';
import { isPrivateHost } from '../../../desktop/main/features/accounts/private-host.ts';
import { keepSession } from '../../../desktop/main/features/session/session.ts';
import { updatePreferences } from '../../../desktop/main/features/settings/preferences.ts';
import { prepareWorkspace } from '../../../desktop/main/features/ssh-config/index.ts';
import { generateKey, keyStore } from '../../../desktop/main/features/ssh-keys/index.ts';
import { pinAccount } from '../../../desktop/main/pin-account.ts';
import { createTestDesktop, type TestDesktop } from './support/test-desktop.ts';
import { workspaceApi } from './support/workspace-api.ts';

let desktop: TestDesktop;
beforeEach(async () => {
  desktop = await createTestDesktop(workspaceApi({}));
});
afterEach(() => desktop.close());

const accounts = () => desktop.settings.data.accounts.map(({ origin }) => origin);

describe('adding an account', () => {
  test.each(['example.com', 'https://example.com/login?x', 'HTTPS://EXAMPLE.com'])(
    '%s needs no question',
    async (address) => {
      expect((await addAccount(desktop, { address })).origin).toBe('https://example.com');
      expect(desktop.questions).toEqual([]);
    },
  );

  test.each([
    'ftp://example.com',
    'https://me@example.com',
    'https://a;b',
    'https://a"b',
    'not an address',
    'https://',
  ])('%s is no server', async (address) => {
    await expect(addAccount(desktop, { address })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('on the internet, a connection without encryption has to be wanted twice', async () => {
    desktop.answers.ask = 1;
    await expect(addAccount(desktop, { address: 'http://example.com' })).rejects.toMatchObject({ code: 'cancelled' });
    expect(accounts()).not.toContain('http://example.com');
    desktop.answers.ask = 0;
    await addAccount(desktop, { address: 'http://example.com' });
    expect(accounts()).toContain('http://example.com');
    expect(desktop.questions).toHaveLength(2);
  });

  test('at home it has not', async () => {
    await addAccount(desktop, { address: 'http://192.168.1.9:8080' });
    expect(desktop.questions).toEqual([]);
  });

  test('at something that isn’t Slipway fails and says so', async () => {
    desktop.answers.found = { is: 'other' };
    await expect(addAccount(desktop, { address: 'example.com' })).rejects.toThrow("isn't a Slipway server");
    desktop.answers.found = { is: 'elsewhere', origin: 'https://www.example.com' };
    await expect(addAccount(desktop, { address: 'example.com' })).rejects.toThrow('https://www.example.com');
    expect(accounts()).not.toContain('https://example.com');
  });

  test('a server that is down now is kept', async () => {
    desktop.answers.found = { is: 'silent' };
    await addAccount(desktop, { address: 'example.com' });
    expect(accounts()).toContain('https://example.com');
  });
});

test.each([
  ['localhost', true],
  ['dev.localhost', true],
  ['nas', true],
  ['nas.local', true],
  ['127.8.9.1', true],
  ['10.0.0.1', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.0.1', true],
  ['192.169.0.1', false],
  ['100.100.1.1', true],
  ['[::1]', true],
  ['[fd00::1]', true],
  ['[fe80::1]', true],
  ['[2001:db8::1]', false],
  ['[::ffff:8.8.8.8]', false],
  ['8.8.8.8', false],
  ['example.com', false],
  ['localhost.example.com', false],
  ['local.', true],
])('%s is private: %s', (host, expected) => {
  expect(isPrivateHost(host)).toBe(expected);
});

describe('removing an account', () => {
  async function withEverything(): Promise<{ key: string; folder: string }> {
    const { id } = await generateKey(desktop, { name: 'laptop', type: 'ed25519', passphrase: 'secret', upload: false });
    await desktop.secrets.write('session:account', 'k');
    await desktop.secrets.write(`passphrase:${id}`, 'secret');
    await prepareWorkspace(desktop, 'workspace-1');
    return { key: id, folder: path.join(desktop.folder, 'ssh/account') };
  }
  const config = () => readFileSync(path.join(desktop.home, '.ssh/config'), 'utf8');

  test('leaves nothing of it', async () => {
    const { key, folder } = await withEverything();
    expect(config()).toContain('Include');
    await forgetAccount(desktop, 'account');
    expect(await desktop.secrets.read('session:account')).toBeNull();
    expect(await desktop.secrets.read(`passphrase:${key}`)).toBeNull();
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(path.join(desktop.home, '.ssh/config'))).toBe(false);
  });

  test('leaves the keys, if the person says so', async () => {
    const { key, folder } = await withEverything();
    desktop.answers.ask = 1;
    await forgetAccount(desktop, 'account');
    expect(await desktop.secrets.read('session:account')).toBeNull();
    expect(await desktop.secrets.read(`passphrase:${key}`)).toBe('secret');
    expect(existsSync(path.join(folder, 'keys', key))).toBe(true);
    expect(existsSync(path.join(folder, 'config'))).toBe(false);
  });

  test('changes nothing, if the person goes back', async () => {
    await withEverything();
    desktop.answers.ask = 2;
    await expect(forgetAccount(desktop, 'account')).rejects.toMatchObject({ code: 'cancelled' });
    expect(await desktop.secrets.read('session:account')).toBe('k');
    expect(config()).toContain('Include');
  });

  test('asks nothing where there are no keys', async () => {
    await forgetAccount(desktop, 'account');
    expect(desktop.questions).toEqual([]);
  });
});

describe('the session of a removed account', () => {
  const KEY = 'the-key-of-the-session';
  const removed = async () => {
    await desktop.secrets.write('session:account', KEY);
    const session = await sessionOf(desktop, 'account');
    await forgetAccount(desktop, 'account');
    return session ?? expect.fail('There was no session.');
  };

  test('ends on its own server, and the person hears nothing of it', async () => {
    const session = await removed();
    const asked: unknown[] = [];
    const send = async (url: string, { headers }: RequestInit) => {
      asked.push([url, headers]);
      return Response.json({ success: true });
    };
    const api = createApi({ fetch: send as typeof fetch, credentials: async () => null });
    await endSession({ ...desktop, api }, session);
    expect(asked).toEqual([[`${session.origin}/api/users/logout`, { 'X-Session-Key': KEY }]]);
    expect(desktop.questions).toEqual([]);
  });

  test.each([
    ['is offline', () => Promise.reject(new Error('offline'))],
    ['sends what is no answer', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('goes on while the server %s, and the person is told', async (_how, answer) => {
    const api = createApi({ fetch: answer, credentials: async () => null });
    await endSession({ ...desktop, api }, await removed());
    expect(desktop.questions.join()).toMatch(/You're still logged in on/);
  });

  test('is none where the account is signed out', async () => {
    expect(await sessionOf(desktop, 'account')).toBeNull();
    expect(await sessionOf(desktop, 'nobody')).toBeNull();
  });
});

describe('the agent', () => {
  const block = async () => (await prepareWorkspace(desktop, 'workspace-1')).config.block;

  test('goes to a new host only if the person says so, outside of any page', async () => {
    await updatePreferences(desktop, { forwardAgent: true });
    desktop.answers.ask = 1;
    expect(await block()).not.toContain('ForwardAgent');
    desktop.answers.ask = 0;
    expect(await block()).toContain('ForwardAgent yes');
    expect(desktop.questions).toHaveLength(2);
    await block();
    expect(desktop.questions).toHaveLength(2);
    Object.assign(desktop, {
      api: workspaceApi({ ssh: { host: 'other.example', port: 22, user: 'x', command: '', host_keys: [] } }),
    });
    desktop.answers.ask = 1;
    expect(await block()).not.toContain('ForwardAgent');
    expect(desktop.questions).toHaveLength(3);
  });
});

test('what was begun for one account is not finished for another', async () => {
  const labelled: string[] = [];
  const api: Api = {
    ask: () => Promise.reject(new Error('Nothing is asked.')),
    async call() {
      labelled.push('called');
      return { email_address: 'one@example.com' } as never;
    },
  };
  const pinned = pinAccount(desktop, 'account', api);
  const other = await addAccount(desktop, { address: 'example.com' });
  expect(desktop.settings.data.activeAccountId).toBe(other.id);
  await keepSession(pinned, 'account', 'the key of the first');
  expect(desktop.events).toEqual([]);
  expect(labelled).toEqual(['called']);
  await updatePreferences(pinned, { program: 'vscode' });
  const programs = desktop.settings.data.accounts.map(({ preferences }) => preferences.program);
  expect(programs).toEqual(['vscode', 'terminal']);
  expect(keyStore(pinned)).not.toBe(keyStore(desktop));
  await activate(desktop, 'account');
  await keepSession(pinned, 'account', 'again');
  expect(desktop.events).toEqual([{ name: 'session.changed', payload: { key: 'again' } }]);
});
