import { expect, test } from 'vitest';
import { requestHeaders, responseHeaders, trailersOf } from '#server/gateway/http/headers.ts';
import type { Names } from '#server/gateway/http/names.ts';
import { asked } from '#tests/support/asked.ts';

const config = { https: false, trustProxy: false, workspaceUrlSuffix: ':15778' };
/** What the gateway itself says of a request, behind everything else. */
const said = (host = 'box.test', client = '192.0.2.7') =>
  [
    ['X-Forwarded-For', client],
    ['X-Forwarded-Proto', 'http'],
    ['X-Forwarded-Host', host],
    ['X-Forwarded-Port', '15778'],
  ].flat();
const inside = (headers: Record<string, string>, names: Names | null = null) =>
  requestHeaders(asked({ Host: 'box.test', ...headers }, { remoteAddress: '192.0.2.7' }), config, names);

const names: Names = {
  host: 'localhost:3000',
  inward: (name, value) => `${name}<${value}`,
  outward: (name, value) => `${name}>${value}`,
};

test('a request goes in with its headers, and what the gateway says of it', () => {
  expect(inside({ Accept: '*/*', Cookie: 'a=1', 'X-A': 'b' })).toEqual([
    ...['Host', 'box.test', 'Accept', '*/*', 'Cookie', 'a=1', 'X-A', 'b'],
    ...said(),
  ]);
});

const DROPPED = [
  ...['Keep-Alive', 'Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Connection', 'Trailer', 'Upgrade'],
  ...['X-Session-Key', 'Forwarded', 'Via', 'X-Real-IP', 'Expect', 'HTTP2-Settings', 'TE'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Anything'],
];
test.each(DROPPED)('%s of a client does not go in', (name) => {
  expect(inside({ [name]: 'evil' })).toEqual(['Host', 'box.test', ...said()]);
});

test.each([
  ['keep-alive', ['X-A', 'b']],
  ['close', ['X-A', 'b']],
  ['keep-alive, X-a', []],
  ['x-A', []],
  [' X-B , x-a ', []],
  ['x-b', ['X-A', 'b']],
])('with Connection: %s, headers named there stay outside', (connection, left) => {
  expect(inside({ Connection: connection, 'X-A': 'b' })).toEqual(['Host', 'box.test', ...left, ...said()]);
});

test.each(['Content-Length', 'Cookie', 'Set-Cookie', 'Content-Type'])('Connection can’t keep %s outside', (name) => {
  expect(inside({ Connection: name, [name]: 'a=1' })).toEqual(['Host', 'box.test', name, 'a=1', ...said()]);
});

test('cookies of ours, and a token in the referer, stay outside', () => {
  expect(inside({ Cookie: 'slipway_ticket=1' })).toEqual(['Host', 'box.test', ...said()]);
  expect(inside({ Referer: 'http://box.test/a?slipway_share=t&b' })).toContain('http://box.test/a?b');
  expect(inside({ 'X-Empty': '' })).toContain('X-Empty');
});

test('names are said in the program’s words', () => {
  expect(inside({ Origin: 'a', Referer: 'b?slipway_share=t', 'X-A': 'c' }, names)).toEqual([
    ...['Host', 'localhost:3000', 'Origin', 'origin<a', 'Referer', 'referer<b', 'X-A', 'c'],
    ...said(),
  ]);
  expect(inside({ Origin: 'a', Referer: 'b' })).toEqual([
    ...['Host', 'box.test', 'Origin', 'a', 'Referer', 'b'],
    ...said(),
  ]);
});

test('a body in chunks goes on in chunks, with the trailers it announces', () => {
  expect(inside({ 'Transfer-Encoding': 'chunked' })).toEqual([
    ...['Host', 'box.test', 'Transfer-Encoding', 'chunked'],
    ...said(),
  ]);
  expect(inside({ 'Transfer-Encoding': 'gzip, chunked', Trailer: 'X-Sum' })).toEqual([
    ...['Host', 'box.test', 'Transfer-Encoding', 'chunked', 'Trailer', 'X-Sum'],
    ...said(),
  ]);
  expect(inside({ TE: 'deflate, trailers' })).toEqual([
    ...['Host', 'box.test', 'TE', 'trailers', 'Connection', 'TE'],
    ...said(),
  ]);
});

test('the client is who our proxy saw last, where there is one, and otherwise the peer', () => {
  const client = (forwarded: Record<string, string>, trustProxy: boolean, remoteAddress?: string) => {
    const headers = requestHeaders(asked(forwarded, { remoteAddress }), { ...config, trustProxy }, null);
    return headers[headers.indexOf('X-Forwarded-For') + 1];
  };
  const forged = { 'x-forwarded-for': '10.0.0.1, 198.51.100.4 ' };
  expect(client(forged, false, '192.0.2.7')).toBe('192.0.2.7');
  expect(client(forged, true, '192.0.2.7')).toBe('198.51.100.4');
  expect(client({}, true, '192.0.2.7')).toBe('192.0.2.7');
  expect(client({ 'x-forwarded-for': '10.0.0.1, ' }, true, '192.0.2.7')).toBe('192.0.2.7');
  expect(client({}, false)).toBe('unknown');
});

test('the port is the one people type, or the scheme’s', () => {
  const last = (more: object) => requestHeaders(asked({ host: 'box.test' }), { ...config, ...more }, null).at(-1);
  expect(last({})).toBe('15778');
  expect(last({ workspaceUrlSuffix: '' })).toBe('80');
  expect(last({ workspaceUrlSuffix: '', https: true })).toBe('443');
  expect(requestHeaders(asked({}), config, null).slice(0, 2)).toEqual(['Host', '']);
});

test('an answer comes out in the browser’s words, without what concerns one connection or sets a cookie too high', () => {
  const answer = asked({
    ...{ 'Keep-Alive': '5', 'Transfer-Encoding': 'chunked', Connection: 'x-hop', 'X-Hop': '1', Location: '/a' },
    ...{ 'X-Forwarded-For': 'a', Via: 'b' },
  });
  expect(responseHeaders(answer, 'box.test', null)).toEqual(['Location', '/a', 'X-Forwarded-For', 'a', 'Via', 'b']);
  expect(responseHeaders(answer, 'box.test', names)).toContain('location>/a');
  const cookie = (value: string, how: Names | null = null) =>
    responseHeaders(asked({ 'Set-Cookie': value }), 'box.test', how);
  expect(cookie('a=1')).toEqual(['Set-Cookie', 'a=1']);
  expect(cookie('slipway_ticket=1')).toEqual([]);
  expect(cookie('a=1; Domain=localhost')).toEqual([]);
  const local: Names = { ...names, outward: () => 'a=1' };
  expect(cookie('a=1; Domain=localhost', local)).toEqual(['Set-Cookie', 'a=1']);
  expect(responseHeaders(asked({ 'X-Cookie': 'slipway_ticket=1' }), 'box.test', null)).toHaveLength(2);
});

test.each([
  ...DROPPED.filter((name) => name !== 'Connection'),
  ...['Connection', 'Transfer-Encoding', 'Authorization', 'Content-Encoding', 'Content-Length', 'Content-Range'],
  ...['Content-Type', 'Cookie', 'Host', 'Location', 'Origin', 'Referer', 'Set-Cookie'],
])('%s in a trailer says nothing', (name) => {
  const message = { rawTrailers: [name, 'evil', 'X-Sum', 'abc'] } as never;
  expect(trailersOf(message)).toEqual([['X-Sum', 'abc']]);
});
