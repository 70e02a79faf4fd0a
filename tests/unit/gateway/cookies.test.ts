import { describe, expect, test } from 'vitest';
import {
  maySetCookie,
  shareCookie,
  shareTokens,
  ticketCookie,
  ticketTokens,
  withoutOurs,
} from '#server/gateway/http/cookies.ts';

const http = { https: false };
const https = { https: true };

test('our cookies belong to one host, out of reach of scripts, and over https alone where there is https', () => {
  expect(ticketCookie(http, 'abc')).toBe('slipway_ticket=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax');
  expect(ticketCookie(https, 'abc')).toBe(
    '__Host-slipway_ticket=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  );
  expect(shareCookie(http, 'abc', 60)).toBe('slipway_share=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  expect(shareCookie(https, 'abc', 60)).toBe(
    '__Host-slipway_share=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
});

const long = 'l'.repeat(100);
describe.each([
  { what: 'ticket', plain: 'slipway_ticket', read: ticketTokens },
  { what: 'share', plain: 'slipway_share', read: shareTokens },
])('$what tokens', ({ plain, read }) => {
  test.each<[header: string | undefined, tokens: string[]]>([
    [undefined, []],
    ['', []],
    ['other=1', []],
    ['NAME=abc', ['abc']],
    ['a=1; NAME = abc ; b=2', ['abc']],
    ['NAME=a=b', ['a=b']],
    ['xNAME=abc', []],
    ['NAMEx=abc', []],
    ['x=NAME', []],
    ['NAME=', []],
    ['NAME', ['NAME']],
    [`NAME=${long}`, [long]],
    [`NAME=${long}l`, []],
    ['NAME=1; NAME=2; NAME=3; NAME=4; NAME=5', ['1', '2', '3', '4']],
    [`NAME=${long}l; NAME=; NAME=1; NAME=2; NAME=3; NAME=4`, ['1', '2', '3', '4']],
  ])('of %j are %j', (header, tokens) => {
    expect(read(http, header?.replaceAll('NAME', plain))).toEqual(
      tokens.map((token) => token.replaceAll('NAME', plain)),
    );
    expect(read(https, header?.replaceAll('NAME', `__Host-${plain}`))).toEqual(
      tokens.map((token) => token.replaceAll('NAME', `__Host-${plain}`)),
    );
  });

  test('count under their own name alone: the guarded one where there is https', () => {
    expect(read(https, `${plain}=planted`)).toEqual([]);
    expect(read(http, `__Host-${plain}=1`)).toEqual([]);
  });
});

const OURS = [
  ...['slipway_ticket', '__Host-slipway_ticket', 'slipway_share', '__Host-slipway_share'],
  ...['slipway_session', '__Host-slipway_session', '__Secure-slipway_session'],
];

test.each(OURS)('%s never reaches a workspace, nor may a workspace set it', (name) => {
  expect(withoutOurs(`a=1; ${name}=x; b=2`)).toBe('a=1; b=2');
  expect(withoutOurs(` ${name} =x;a=1 `)).toBe('a=1');
  expect(withoutOurs(`${name}=x`)).toBe('');
  expect(withoutOurs(`${name}; a=1`)).toBe('a=1');
  expect(maySetCookie(`${name}=x; Path=/`, 'box.example.com')).toBe(false);
  expect(maySetCookie(` ${name} =x`, 'box.example.com')).toBe(false);
  expect(maySetCookie(name, 'box.example.com')).toBe(false);
});

test.each(['a=1; b=2', ' a=1;b=2 ', 'a=slipway_ticket', 'slipway_tickets=1', ''])(
  'the other cookies in %j stay',
  (header) => expect(withoutOurs(header).trim()).toBe(header.trim()),
);

test('a header without any of ours passes as it is', () => expect(withoutOurs(' a=1; b=2 ')).toBe(' a=1; b=2 '));

test.each<[attributes: string, may: boolean]>([
  ['', true],
  ['; Path=/; HttpOnly', true],
  ['; Domain=box.example.com', true],
  ['; Domain=.box.example.com', true],
  ['; domain = BOX.Example.com ', true],
  ['; Domain=deeper.box.example.com', true],
  ['; Domain=', true],
  ['; Domain=.', true],
  ['; Domain=example.com', false],
  ['; Domain=.example.com', false],
  ['; DOMAIN=com', false],
  ['; Domain=otherbox.example.com', false],
  ['; Domain=other.example.com', false],
  ['; Domain=box.example.com.', false],
  ['; Domain=box.example.com; Path=/; Domain=example.com', false],
  ['; Domain=example.com; Domain=box.example.com', false],
  ['; Domains=example.com', true],
])('a workspace may set a cookie with “%s”: %s', (attributes, may) => {
  expect(maySetCookie(`a=1${attributes}`, 'box.example.com')).toBe(may);
});
