import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { hasLeft, onceOver, responseOn, visitOf } from '#server/gateway/http/visit.ts';
import { asked } from '#tests/support/asked.ts';

const config = { https: false, workspaceDomain: 'dev.test' };
const response = {} as never;
const visit = (url: string | undefined, headers: Record<string, string> = {}) => {
  const request = asked({ host: 'box-3000.dev.test', ...headers });
  request.url = url;
  return visitOf(request, response, config);
};

test.each<[url: string | undefined, is: boolean]>([
  ['/', true],
  ['/a?b=c#!~', true],
  ['/\u00ff\u0021', true],
  ['*', false],
  ['http://box.dev.test/', false],
  ['/a b', false],
  ['/a\tb', false],
  ['/a\u0100', false],
  ['', false],
  [undefined, false],
])('a request for %j is a visit: %s', (url, is) => expect(visit(url) !== null).toBe(is));

test('a request for another host is none', () => expect(visit('/', { host: 'dev.test' })).toBeNull());

test('a token leaves the address', () => {
  expect(visit('/a?slipway_share=t&b=1')).toMatchObject({ shareToken: 't', request: { url: '/a?b=1' } });
  expect(visit('/a')).toMatchObject({ shareToken: null, host: { slug: 'box', port: 3000 } });
});

test.each<[headers: Record<string, string>, reads: boolean]>([
  [{}, false],
  [{ origin: 'http://box-3030.dev.test' }, true],
  [{ origin: 'http://box-3000.dev.test' }, true],
  [{ origin: 'http://other-3030.dev.test' }, false],
  [{ origin: 'http://box-3030.dev.test', host: 'box.dev.test' }, false],
])('with %j, the page of a port reads what the gateway answers: %s', (headers, reads) => {
  expect(visit('/', headers)?.reader).toBe(reads ? headers.origin : null);
});

test('an answer ends its connection, and hears when it may say more', () => {
  let ended = 0;
  const socket = Object.assign(new EventEmitter(), {
    ...{ writable: true, cork() {}, uncork() {}, write: () => true, destroySoon: () => void ended++ },
  });
  const answer = responseOn(asked({}), socket as never);
  let drained = 0;
  answer.on('drain', () => void drained++);
  socket.emit('drain');
  expect([answer.shouldKeepAlive, answer.socket, ended, drained > 0]).toEqual([false, socket, 0, true]);
  answer.emit('finish');
  expect(ended).toBe(1);
});

test.each(['socket', 'response'] as const)(
  'an answer is over once, by the end of the %s, unless nobody waits',
  (by) => {
    const ends = { socket: new EventEmitter(), response: new EventEmitter() };
    const visit = { request: { socket: ends.socket }, response: ends.response } as never;
    const over: string[] = [];
    onceOver(visit, () => void over.push('waits'));
    const stop = onceOver(visit, () => void over.push('stopped'));
    stop();
    for (const end of [ends[by], ends.socket, ends.response]) end.emit('close');
    expect(over).toEqual(['waits']);
  },
);

test('whose connection is gone has left', () => {
  const of = (destroyed: boolean) => ({ request: { socket: { destroyed } } }) as never;
  expect([hasLeft(of(true)), hasLeft(of(false))]).toEqual([true, false]);
});
