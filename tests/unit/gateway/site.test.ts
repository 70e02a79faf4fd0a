import { describe, expect, test } from 'vitest';
import {
  comesFromItself,
  isNavigation,
  isOwnOrigin,
  isPreflight,
  mayOpenSocket,
  ownPort,
} from '#server/gateway/http/site.ts';
import { asked } from '#tests/support/asked.ts';

const http = { https: false, workspaceDomain: 'dev.test' };
const https = { ...http, https: true };
const ide = { hostname: 'box.dev.test', slug: 'box', port: 7080 };
const web = { hostname: 'box-3000.dev.test', slug: 'box', port: 3000 };

const OWN = 'http://box-3000.dev.test';
const API = 'http://box-3030.dev.test';
const IDE = 'http://box.dev.test';
const OTHER = 'http://other-3000.dev.test';

test.each<[method: string, headers: Record<string, string>, is: boolean]>([
  ['GET', { accept: 'text/html,*/*' }, true],
  ['HEAD', { accept: 'text/html' }, true],
  ['POST', { accept: 'text/html', 'sec-fetch-mode': 'navigate' }, false],
  ['GET', {}, false],
  ['GET', { accept: '*/*' }, false],
  ['GET', { 'sec-fetch-mode': 'navigate' }, true],
  ['GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, true],
  ['GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, false],
  ['GET', { 'sec-fetch-mode': 'cors', accept: 'text/html' }, false],
  ['GET', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'document' }, false],
  ['GET', { 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' }, false],
  ['GET', { accept: 'text/html', purpose: 'prefetch' }, false],
  ['GET', { accept: 'text/html', 'sec-purpose': 'other', purpose: 'prefetch' }, true],
  ['GET', { accept: 'text/html', 'sec-purpose': 'pre' }, true],
])('%s with %j is a navigation: %s', (method, headers, is) => {
  expect(isNavigation(asked(headers, { method }))).toBe(is);
});

test.each<[method: string, headers: Record<string, string>, is: boolean]>([
  ['OPTIONS', { origin: OWN, 'access-control-request-method': 'PUT' }, true],
  ['OPTIONS', { origin: 'null', 'access-control-request-method': 'PUT' }, true],
  ['OPTIONS', { origin: OWN }, false],
  ['OPTIONS', { 'access-control-request-method': 'PUT' }, false],
  ['GET', { origin: OWN, 'access-control-request-method': 'PUT' }, false],
])('%s with %j is a preflight: %s', (method, headers, is) => {
  expect(isPreflight(asked(headers, { method }))).toBe(is);
});

test.each<[origin: string, port: number | null]>([
  [IDE, 7080],
  [OWN, 3000],
  [API, 3030],
  ['http://BOX.dev.test:15778', 7080],
  ['https://box.dev.test', null],
  ['ftp://box.dev.test', null],
  [OTHER, null],
  ['http://dev.test', null],
  ['http://evil.test', null],
  ['null', null],
  ['', null],
  ['box.dev.test', null],
])('%j is the workspace’s own page of port %j', (origin, port) => {
  expect(ownPort(origin, 'box', http)).toBe(port);
  expect(ownPort(origin.replace('http:', 'https:'), 'box', https)).toBe(origin.startsWith('https:') ? 7080 : port);
});

test.each<[origin: string, onPort: boolean, onIde: boolean]>([
  [OWN, true, false],
  [API, true, false],
  [IDE, true, true],
  [OTHER, false, false],
  ['null', false, false],
])('a page of %s acts on a port: %s, in the IDE: %s', (origin, onPort, onIde) => {
  expect([isOwnOrigin(origin, web, http), isOwnOrigin(origin, ide, http)]).toEqual([onPort, onIde]);
});

describe('a request counts as the person’s own', () => {
  test.each<[method: string, headers: Record<string, string>, counts: boolean]>([
    ['GET', {}, true],
    ['POST', {}, true],
    ['GET', { origin: OWN }, true],
    ['POST', { origin: API }, true],
    ['POST', { origin: OTHER }, false],
    ['GET', { origin: OTHER, 'sec-fetch-mode': 'navigate' }, false],
    ['POST', { origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' }, false],
    ['GET', { origin: 'null' }, true],
    ['HEAD', { origin: 'null' }, true],
    ['POST', { origin: 'null' }, false],
    ['POST', { origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
    ['GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', { 'sec-fetch-site': 'none' }, true],
    ['GET', { 'sec-fetch-site': 'same-site' }, false],
    ['GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, true],
    ['POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, false],
    ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', referer: `${API}/page` }, false],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `${API}/page` }, true],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `${API}?q` }, true],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `${API}#q` }, true],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: API }, true],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `${OTHER}/page` }, false],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `x ${API}/` }, false],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `HTTP${API.slice(4)}/` }, false],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: 'about:blank' }, false],
    [
      'GET',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', origin: 'null', referer: `${API}/page` },
      false,
    ],
  ])('%s with %j on a port: %s', (method, headers, counts) => {
    expect(comesFromItself(asked(headers, { method }), web, http)).toBe(counts);
  });

  test('in the IDE only from the IDE', () => {
    expect(comesFromItself(asked({ origin: IDE }), ide, http)).toBe(true);
    expect(comesFromItself(asked({ origin: OWN }), ide, http)).toBe(false);
    const picture = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: `${OWN}/` };
    expect(comesFromItself(asked(picture), ide, http)).toBe(false);
  });
});

test.each<[where: 'port' | 'ide', headers: Record<string, string>, may: boolean]>([
  ['port', {}, true],
  ['port', { origin: API }, true],
  ['port', { origin: IDE }, true],
  ['port', { origin: OTHER }, false],
  ['port', { origin: 'null' }, false],
  ['ide', {}, false],
  ['ide', { host: 'box.dev.test' }, false],
  ['ide', { host: 'box.dev.test', origin: IDE }, true],
  ['ide', { host: 'BOX.dev.test', origin: 'HTTP://box.DEV.test' }, true],
  ['ide', { host: 'box.dev.test:80', origin: IDE }, false],
  ['ide', { host: 'box.dev.test', origin: OWN }, false],
  ['ide', { host: 'box.dev.test', origin: 'https://box.dev.test' }, false],
])('at the %s, a socket with %j may open: %s', (where, headers, may) => {
  expect(mayOpenSocket(asked(headers), where === 'ide' ? ide : web, http)).toBe(may);
});
