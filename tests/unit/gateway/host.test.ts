import { describe, expect, test } from 'vitest';
import type { GatewayTarget } from '#server/gateway/directory.ts';
import {
  hostAddress,
  isKnownPort,
  isOpenPort,
  parseHost,
  portInside,
  portOrigin,
  safePath,
  schemeOf,
  visitorsAt,
} from '#server/gateway/http/host.ts';
import { fc } from '#tests/support/fast-check.ts';

const label = 'l'.repeat(63);

test.each<[host: string | undefined, leadsTo: [hostname: string, slug: string, port: number] | null]>([
  [undefined, null],
  ['', null],
  ['box.dev.test', ['box.dev.test', 'box', 7080]],
  ['BOX.Dev.Test', ['box.dev.test', 'box', 7080]],
  ['box.dev.test:5', ['box.dev.test', 'box', 7080]],
  ['box.dev.test:15778', ['box.dev.test', 'box', 7080]],
  ['box.dev.test:157781', null],
  ['box.dev.test:', null],
  ['box.dev.test:1x', null],
  ['box.dev.test:80:80', null],
  ['box:80.dev.test', null],
  ['box-3000.dev.test', ['box-3000.dev.test', 'box', 3000]],
  ['box-3030.dev.test:80', ['box-3030.dev.test', 'box', 3030]],
  ['a-b-3000.dev.test', ['a-b-3000.dev.test', 'a-b', 3000]],
  ['box-3000-3030.dev.test', ['box-3000-3030.dev.test', 'box-3000', 3030]],
  ['box-1.dev.test', ['box-1.dev.test', 'box', 1]],
  ['box-5173.dev.test', ['box-5173.dev.test', 'box', 5173]],
  ['box-65535.dev.test', ['box-65535.dev.test', 'box', 65_535]],
  // The agent's and the IDE's own, and what is no port.
  ['box-7070.dev.test', null],
  ['box-7080.dev.test', null],
  ['box-65536.dev.test', null],
  ['box-0.dev.test', null],
  ['box-080.dev.test', null],
  ['box-1e3.dev.test', ['box-1e3.dev.test', 'box-1e3', 7080]],
  ['3000.dev.test', ['3000.dev.test', '3000', 7080]],
  ['-3000.dev.test', null],
  ['a.dev.test', ['a.dev.test', 'a', 7080]],
  [`${label}.dev.test`, [`${label}.dev.test`, label, 7080]],
  [`${label}l.dev.test`, null],
  ['-box.dev.test', null],
  ['box-.dev.test', null],
  ['b_x.dev.test', null],
  ['a.box.dev.test', null],
  ['.dev.test', null],
  ['dev.test', null],
  ['boxdev.test', null],
  ['box.dev.test.', null],
  ['box.dev.test.evil', null],
  ['box.dev.testx', null],
  ['box\n.dev.test', null],
  ['[::1]:80', null],
])('%j leads to %j', (host, leadsTo) => {
  const [hostname, slug, port] = leadsTo ?? [];
  expect(parseHost(host, 'dev.TEST')).toEqual(leadsTo && { hostname, slug, port });
});

test('the IDE’s host leads to a service’s pages where it is a service’s, the others to their port', () => {
  const at = (port: number) => ({ hostname: 'x', slug: 'x', port });
  expect(portInside({}, at(7080))).toBe(7080);
  expect(portInside({ httpPort: 8080 }, at(7080))).toBe(8080);
  expect(portInside({ httpPort: 8080 }, at(3000))).toBe(3000);
});

test('a port is open unless its workspace says otherwise, the IDE’s always, and of a service nothing else', () => {
  const ports = { 3000: 'http', 3030: 'tcp' } as const;
  const open = (target: object) => [7080, 3000, 3030, 5173].filter((port) => isOpenPort({ ports, ...target }, port));
  expect(open({})).toEqual([7080, 3000, 5173]);
  expect(open({ ports: { 3000: 'disabled', 3030: 'http' } })).toEqual([7080, 3030, 5173]);
  expect(open({ ports: { 3000: 'disabled', 3030: 'disabled' }, httpPort: 80 })).toEqual([7080]);
});

test('a certificate is fetched for ports that are set, and for others once somebody asked for them', () => {
  const target = { ports: { 3000: 'http', 3030: 'disabled' }, otherPorts: [5173] } as unknown as GatewayTarget;
  expect([7080, 3000, 3030, 5173, 5174].filter((port) => isKnownPort(target, port))).toEqual([7080, 3000, 5173]);
});

test('visitors come only to an http port that says so', () => {
  const organization = { kind: 'organization' } as const;
  const visitors = { 3000: organization, 3030: organization, 5173: organization };
  const ports = { 3000: 'http', 3030: 'tcp' } as const;
  expect(visitorsAt({ ports, visitors }, 3000)).toEqual({ kind: 'organization' });
  expect(visitorsAt({ ports, visitors }, 5173)).toEqual(organization);
  expect(visitorsAt({ ports, visitors, httpPort: 80 }, 5173)).toBeNull();
  for (const port of [3030, 7080, 22]) expect(visitorsAt({ ports, visitors }, port)).toBeNull();
  expect(visitorsAt({ ports, visitors: {} }, 3000)).toBeNull();
  expect(visitorsAt({ ports }, 3000)).toBeNull();
});

test('addresses are as people see them', () => {
  const config = { https: false, workspaceDomain: 'dev.test', workspaceUrlSuffix: ':15778' };
  expect([schemeOf(config), schemeOf({ https: true })]).toEqual(['http', 'https']);
  expect(hostAddress(config, 'box.dev.test')).toBe('http://box.dev.test:15778');
  expect(portOrigin(config, 'box', 7080)).toBe('http://box.dev.test:15778');
  expect(portOrigin({ ...config, https: true, workspaceUrlSuffix: '' }, 'box', 3000)).toBe('https://box-3000.dev.test');
});

describe('a path to come back to', () => {
  test.each<[path: string | null | undefined, safe: string]>([
    [undefined, '/'],
    [null, '/'],
    ['', '/'],
    ['/', '/'],
    ['/a/b?c=d&e', '/a/b?c=d&e'],
    ['/a#b', '/a'],
    ['/a//b', '/a//b'],
    ['a', '/'],
    ['https://evil.test/', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/a\\b', '/'],
    ['/.//evil.test', '/evil.test'],
    ['/a/..//evil.test', '/evil.test'],
    ['/.///evil.test', '/evil.test'],
    ['/a/../b', '/b'],
    ['/a b', '/'],
    ['/a\tb', '/'],
    ['/\t/evil.test', '/'],
    ['/a\u007fb', '/'],
    ['/!', '/!'],
    ['/ü', '/%C3%BC'],
    [`/${'l'.repeat(7999)}`, `/${'l'.repeat(7999)}`],
    [`/${'l'.repeat(8000)}`, '/'],
  ])('%j is %j', (path, safe) => expect(safePath(path)).toBe(safe));

  test('stays on its host, whatever it says', () => {
    const pieces = fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '\t', '\n', '?', '#', '%2f', 'evil.test'));
    fc.assert(
      fc.property(pieces, (parts) => {
        const path = safePath(`/${parts.join('')}`);
        expect(new URL(path, 'http://host.test').host).toBe('host.test');
        expect(new URL(`http://host.test${path}`).host).toBe('host.test');
      }),
      { numRuns: 300 },
    );
  });
});
