import { expect, test } from 'vitest';
import { chargesNobodyInPublic } from '#server/platform/charges-nobody.ts';
import { readConfig } from '#server/platform/config.ts';
import { fc } from '#tests/support/fast-check.ts';

const LIVE = { SLIPWAY_STRIPE_KEY: 'sk_live_1', SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const TEST = { SLIPWAY_STRIPE_KEY: 'rk_test_1', SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const warns = (SLIPWAY_PUBLIC_URL: string, environment = {}) =>
  chargesNobodyInPublic(readConfig({ SLIPWAY_PUBLIC_URL, WORKSPACE_DOMAIN: 'workspaces.test', ...environment }));

const port = fc.constantFrom('', ':4400');
const scheme = fc.constantFrom('http://', 'https://', 'HTTPS://');
const here = fc.oneof(
  fc.constantFrom('localhost', 'LocalHost', 'localhost.', 'slipway.localhost', '[::1]', '[0:0:0:0:0:0:0:1]', '127.1'),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rest) => ['127', ...rest].join('.')),
);
const elsewhere = fc.oneof(
  fc.domain(),
  fc.constantFrom(
    'localhost.example.com',
    'notlocalhost',
    '128.0.0.1',
    '126.255.255.255',
    '[::2]',
    '10.0.0.1',
    '[fd00::1]',
  ),
);

/** Without a key, with one of Stripe's test mode, and with a live one. */
const warnings = fc
  .tuple(
    scheme,
    fc.constantFrom(here, elsewhere).chain((host) => host.map((name) => ({ name, here: host === here }))),
    port,
  )
  .map(([http, host, at]) => ({ ...host, said: [{}, TEST, LIVE].map((key) => warns(http + host.name + at, key)) }));

test('others can buy without paying wherever no live key is set and the address leads here from elsewhere', () => {
  fc.assert(fc.property(warnings, ({ here, said }) => void expect(said).toEqual([!here, !here, false])));
  expect(chargesNobodyInPublic(readConfig({}))).toBe(false);
});
