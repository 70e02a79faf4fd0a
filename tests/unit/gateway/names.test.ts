import { describe, expect, test } from 'vitest';
import type { Names } from '#server/gateway/http/names.ts';
import { namesOf } from '#server/gateway/http/names.ts';
import { asked } from '#tests/support/asked.ts';

const config = { https: true, workspaceDomain: 'dev.test', workspaceUrlSuffix: '' };
const web = { hostname: 'box-3000.dev.test', slug: 'box', port: 3000 };
const WEB = 'https://box-3000.dev.test';
const API = 'https://box-3030.dev.test';

/** Port 8080 was used there before. */
const named = (origin?: string): Names =>
  namesOf(asked(origin ? { origin } : {}), web, { otherPorts: [8080] }, config)!;

test('a program hears localhost unless it is the IDE or wants the real host', () => {
  expect(named().host).toBe('localhost:3000');
  expect(namesOf(asked({}), { ...web, port: 7080 }, {}, config)).toBeNull();
  expect(namesOf(asked({}), web, { passHost: [3000] }, config)).toBeNull();
  expect(namesOf(asked({}), web, { passHost: [3030] }, config)?.host).toBe('localhost:3000');
  expect(namesOf(asked({}), web, { passHost: [] }, config)).not.toBeNull();
});

test.each<[name: 'origin' | 'referer', value: string, heard: string]>([
  ['origin', WEB, 'http://localhost:3000'],
  ['origin', 'HTTPS://BOX-3000.dev.test', 'HTTPS://BOX-3000.dev.test'],
  ['origin', 'https://BOX-3000.dev.test:443', 'http://localhost:3000'],
  ['origin', `${WEB}/x`, `${WEB}/x`],
  ['origin', API, API],
  ['origin', 'https://box.dev.test', 'https://box.dev.test'],
  ['origin', 'http://box-3000.dev.test', 'http://box-3000.dev.test'],
  ['origin', 'https://other-3000.dev.test', 'https://other-3000.dev.test'],
  ['origin', 'null', 'null'],
  ['referer', WEB, 'http://localhost:3000'],
  ['referer', `${WEB}/a?b#c`, 'http://localhost:3000/a?b#c'],
  ['referer', `${WEB}?b`, 'http://localhost:3000?b'],
  ['referer', `${WEB}#b`, 'http://localhost:3000#b'],
  ['referer', `${API}/a`, `${API}/a`],
  ['referer', `x${WEB}/a`, `x${WEB}/a`],
  ['referer', `1${WEB}/a`, `1${WEB}/a`],
  ['referer', '', ''],
])('the browser’s %s %j is told as %j', (name, value, heard) => {
  expect(named().inward(name, value)).toBe(heard);
});

describe.each(['location', 'content-location'])('%s', (name) => {
  test.each<[value: string, told: string]>([
    ['http://localhost:3000/a', `${WEB}/a`],
    ['http://localhost:3000', WEB],
    ['http://localhost:3000?a', `${WEB}?a`],
    ['http://localhost:3000#a', `${WEB}#a`],
    ['https://127.0.0.1:3030/a', `${API}/a`],
    ['//[::1]:3000/a', `${WEB}/a`],
    ['HTTP://0.0.0.0:3000/', `${WEB}/`],
    ['http://localhost:8080/', `${WEB.replace('-3000', '-8080')}/`],
    ['http://localhost:8081/', 'http://localhost:8081/'],
    ['http://localhost:7080/', 'http://localhost:7080/'],
    ['http://localhost:65536/', 'http://localhost:65536/'],
    ['http://localhost:03000/', 'http://localhost:03000/'],
    ['http://localhost:3000.evil.test/', 'http://localhost:3000.evil.test/'],
    ['http://localhost:3000@evil.test/', 'http://localhost:3000@evil.test/'],
    ['http://localhost/', 'http://localhost/'],
    ['http://localhosts:3000/', 'http://localhosts:3000/'],
    ['http://127x0.0.1:3000/', 'http://127x0.0.1:3000/'],
    ['ftp://localhost:3000/', 'ftp://localhost:3000/'],
    ['localhost:3000/', 'localhost:3000/'],
    ['/away?to=http://localhost:3000/', '/away?to=http://localhost:3000/'],
    ['/a', '/a'],
  ])('%j is told as %j', (value, told) => expect(named().outward(name, value)).toBe(told));
});

test.each<[value: string, told: string]>([
  ['0; url=http://localhost:3000/a', `0; url=${WEB}/a`],
  ['0;URL="http://localhost:3000/a"', `0;URL="${WEB}/a"`],
  ["5,url='http://localhost:3000/a'", `5,url='${WEB}/a'`],
  [' 1.5 ; url = http://localhost:3000/', ` 1.5 ; url = ${WEB}/`],
  ['12; http://localhost:3000/', `12; ${WEB}/`],
  ['0; url=/a', '0; url=/a'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
  ['x0; url=http://localhost:3000/', 'x0; url=http://localhost:3000/'],
  ['5', '5'],
  ['0; url=http://localhost:3000/\nx', `0; url=${WEB}/\nx`],
])('Refresh %j is told as %j', (value, told) => expect(named().outward('refresh', value)).toBe(told));

test.each<[asking: string | undefined, value: string, told: string]>([
  [WEB, 'http://localhost:3000', WEB],
  [API, 'http://localhost:3030', API],
  [API, 'http://localhost:3000', 'http://localhost:3000'],
  [undefined, 'http://localhost:3000', 'http://localhost:3000'],
  ['https://evil.test', 'http://localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://localhost:3000', 'http://localhost:3000'],
  [WEB, '*', '*'],
  [WEB, WEB, WEB],
])('to %j, Access-Control-Allow-Origin %j is told as %j', (asking, value, told) => {
  expect(named(asking).outward('access-control-allow-origin', value)).toBe(told);
});

test.each<[value: string, told: string]>([
  ['a=1; Domain=localhost; Path=/', 'a=1; Path=/'],
  ['a=1;domain=.localhost', 'a=1'],
  ['a=1; Domain = 127.0.0.1 ; Path=/', 'a=1; Path=/'],
  ['a=1; Domain=localhost; Domain=localhost', 'a=1'],
  ['a=1; Domain=localhost.evil.test', 'a=1; Domain=localhost.evil.test'],
  ['a=1; Domain=127x0.0.1', 'a=1; Domain=127x0.0.1'],
  ['a=1; Domain=dev.test', 'a=1; Domain=dev.test'],
  ['domain=localhost; Path=/', 'domain=localhost; Path=/'],
])('Set-Cookie %j is told as %j', (value, told) => expect(named().outward('set-cookie', value)).toBe(told));

test('other headers stay as they are', () => {
  expect(named(WEB).outward('x-location', 'http://localhost:3000/')).toBe('http://localhost:3000/');
  expect(named(WEB).outward('link', 'a; domain=localhost')).toBe('a; domain=localhost');
});
