import { expect, test } from 'vitest';
import { publicPorts } from '#server/compute/fence/public-ports.ts';
import { readConfig } from '#server/platform/config.ts';

const portsOf = (settings: Record<string, string>) => publicPorts(readConfig(settings));

test('behind TLS, workspaces reach the proxy by the installation’s own addresses', () => {
  const addresses = { SLIPWAY_PUBLIC_URL: 'https://slipway.example.com', WORKSPACE_DOMAIN: 'workspaces.example' };
  expect(portsOf(addresses)).toEqual([4400, 4401, 4422, 443, 80]);
});

test('ports that addresses show are open too', () => {
  const addresses = { SLIPWAY_PUBLIC_URL: 'https://slipway.example.com:8443', SLIPWAY_WORKSPACE_URL_PORT: '9443' };
  expect(portsOf(addresses)).toEqual([4400, 4401, 4422, 8443, 9443, 80]);
});

test('so are those of a proxy without TLS', () => {
  const addresses = { SLIPWAY_PUBLIC_URL: 'http://slipway.office.example', SLIPWAY_WORKSPACE_URL_PORT: '80' };
  expect(portsOf(addresses)).toEqual([4400, 4401, 4422, 80]);
});

test('without a proxy nothing but the product’s own ports is open', () => {
  expect(portsOf({})).toEqual([4400, 4401, 4422]);
});
