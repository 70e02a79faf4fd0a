import { describe, expect, test } from 'vitest';
import { MAX_PAYLOAD_LENGTH } from '#shared/desktop/channel.ts';
import { DesktopError } from '../../../desktop/main/errors.ts';
import { answerCall, type Handlers } from '../../../desktop/main/ipc/router.ts';
import { isTrustedSender, type Sender } from '../../../desktop/main/ipc/sender.ts';
import { createLog } from '../../../desktop/main/log.ts';

const UI = 'slipway-app://ui';
const good: Sender = { url: `${UI}/workspaces`, isMainFrame: true, isOwnWindow: true };

describe('who may ask', () => {
  test.each<[string, Partial<Sender>, boolean]>([
    ['a page of the UI', {}, true],
    ['a page of the app', { url: 'slipway-app://pages/connect.html' }, true],
    ['an embedded frame of the same origin', { isMainFrame: false }, false],
    ['a window that is not ours', { isOwnWindow: false }, false],
    ['what the server answered', { url: `${UI}/api/users/current` }, false],
    ['what the server answered, in other letters', { url: `${UI}/%61PI/docs` }, false],
    ['what the server answered, by a detour', { url: `${UI}/assets/../api/docs` }, false],
    ['the server itself', { url: 'https://slipway.example.com/' }, false],
    ['another host of the scheme', { url: 'slipway-app://elsewhere/' }, false],
    ['a longer host', { url: 'slipway-app://ui.evil.net/' }, false],
    ['another port', { url: 'slipway-app://ui:8443/' }, false],
    ['the origin as a user name', { url: 'slipway-app://ui@evil.net/' }, false],
    ['the scheme that the system knows', { url: 'slipway://ui/' }, false],
    ['a file', { url: 'file:///etc/passwd' }, false],
    ['a data address', { url: 'data:text/html,<h1>hello</h1>' }, false],
    ['a blob of the origin behind another scheme', { url: 'javascript:alert(1)' }, false],
    ['a frame without an address', { url: '' }, false],
  ])('%s', (_, change, expected) => {
    expect(isTrustedSender({ ...good, ...change })).toBe(expected);
  });
});

describe('an answer', () => {
  const asked: unknown[] = [];
  const lines: string[] = [];
  const handlers = {
    'session.write': async (input: unknown) => {
      asked.push(input);
      return null;
    },
    'session.read': async () => ({ key: 'x', keptIn: 'keychain', notice: null, more: 'than the contract says' }),
    'accounts.list': async () => {
      throw new Error('the token is hunter2');
    },
    'accounts.choose': async () => {
      throw new DesktopError('unavailable', 'In words for the person.');
    },
  } as unknown as Handlers;
  const router = { handlers, log: createLog((line) => lines.push(line)) };
  const ask = (name: unknown, input: unknown, sender = good) => answerCall(router, sender, name, input);

  test('comes to trusted senders only, and nothing is done for others', async () => {
    const sender = { ...good, isMainFrame: false };
    const input = JSON.stringify({ key: 'k' });
    expect(await ask('session.write', input, sender)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(asked).toEqual([]);
    expect(await ask('session.write', input)).toEqual({ ok: true, value: null });
    expect(asked).toEqual([{ key: 'k' }]);
  });

  test.each<[string, unknown, unknown]>([
    ['a call that is not there', 'no.such', 'null'],
    ['a property of every object', 'constructor', 'null'],
    ['no name', 7, 'null'],
    ['no text', 'session.write', { key: 'k' }],
    ['no JSON', 'session.write', '{'],
    ['a wrong type', 'session.write', '{"key":7}'],
    ['an unknown field', 'session.write', '{"key":"k","more":1}'],
    ['too much', 'session.write', JSON.stringify({ key: 'x'.repeat(MAX_PAYLOAD_LENGTH) })],
  ])('%s is invalid', async (_, name, input) => {
    expect(await ask(name, input)).toMatchObject({ ok: false, code: 'invalid' });
  });

  test('holds no more than the contract says', async () => {
    expect(await ask('session.read', 'null')).toEqual({
      ok: true,
      value: { key: 'x', keptIn: 'keychain', notice: null },
    });
  });

  test('keeps what went wrong inside, but for words meant for the person', async () => {
    const unexpected = await ask('accounts.list', 'null');
    expect(unexpected).toEqual({ ok: false, code: 'unexpected', message: 'Something went wrong in the app.' });
    expect(lines.join()).toContain('hunter2');
    expect(await ask('accounts.choose', 'null')).toMatchObject({ message: 'In words for the person.' });
  });
});
