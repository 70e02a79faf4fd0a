import { expect, test } from 'vitest';
import { takeShareToken, withoutShareToken } from '#server/gateway/http/share.ts';
import { asked } from '#tests/support/asked.ts';

test.each<[url: string, token: string | null, left: string]>([
  ['/', null, '/'],
  ['/a?b=1', null, '/a?b=1'],
  ['/?slipway_share=t', 't', '/'],
  ['/a?slipway_share=t&b=1', 't', '/a?b=1'],
  ['/a?b=1&slipway_share=t', 't', '/a?b=1'],
  ['/a?b=1&slipway_share=t&c=%20&c', 't', '/a?b=1&c=%20&c'],
  ['/a?slipway_share=1&slipway_share=2', '1', '/a'],
  ['/a?slipway_share=', '', '/a'],
  ['/a?slipway_share=t?u', 't?u', '/a'],
  ['/a?b=?c&slipway_share=t', 't', '/a?b=?c'],
  ['/a?xslipway_share=t', null, '/a?xslipway_share=t'],
  ['/a?slipway_sharex=t', null, '/a?slipway_sharex=t'],
  ['/a?b=slipway_share=t', null, '/a?b=slipway_share=t'],
  ['/slipway_share=t', null, '/slipway_share=t'],
  ['/slipway_share=t?slipway_share=u&b', 'u', '/slipway_share=t?b'],
])('%s has the token %j and goes on as %s', (url, token, left) => {
  const request = asked({}, { url });
  expect([takeShareToken(request), request.url]).toEqual([token, left]);
  expect(withoutShareToken(url)).toBe(left);
  expect(withoutShareToken(`http://box.test${url}`)).toBe(`http://box.test${left}`);
});

test('a request without an address has none', () => {
  const request = { headers: {} } as never;
  expect(takeShareToken(request)).toBeNull();
});
