import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from '#server/platform/config.ts';
import { composeEnvironment } from '#tests/support/compose-environment.ts';

const REQUIRED = {
  APP_DOMAIN: 'slipway.example.com',
  WORKSPACE_DOMAIN: 'workspaces.example',
  POSTGRES_PASSWORD: 'a/b+c==@:#',
  SLIPWAY_SECRET: 's'.repeat(64),
  SLIPWAY_STRIPE_KEY: 'sk_test_1',
  SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

/** Compose decides: the address from APP_DOMAIN, what its proxy needs, and where the container keeps its things. */
const DECIDED = [
  'SLIPWAY_PUBLIC_URL',
  'SLIPWAY_TRUST_PROXY',
  'SLIPWAY_HOST',
  'SLIPWAY_DATA_DIR',
  'SLIPWAY_DOCKER_SOCKET',
];

const names = Object.values(SETTINGS).map(({ name }) => name as string);

test('every setting in .env reaches the server', () => {
  const dotenv = { ...REQUIRED, ...Object.fromEntries(names.map((name) => [name, `value of ${name}`])) };
  const environment = composeEnvironment('slipway', dotenv);
  const changed = names.filter((name) => environment[name] !== `value of ${name}`);
  expect(changed.toSorted()).toEqual(DECIDED.toSorted());
});

test('what it takes at least is enough, and no password can break an address', () => {
  const environment = composeEnvironment('slipway', REQUIRED);
  expect(readConfig(environment)).toMatchObject({
    publicUrl: 'https://slipway.example.com',
    trustProxy: true,
    databaseUrl: 'postgres://slipway@127.0.0.1:5432/slipway',
  });
  expect(environment.PGPASSWORD).toBe(REQUIRED.POSTGRES_PASSWORD);
});

test.each(Object.keys(REQUIRED))('without %s it says so', (name) => {
  expect(() => composeEnvironment('slipway', { ...REQUIRED, [name]: '' })).toThrow(name);
});

test('the example names nothing that nobody reads', () => {
  const read = (file: string) =>
    readFileSync(path.resolve(import.meta.dirname, '../../../resources/deploy', file), 'utf8');
  const named = [...read('example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const compose = read('compose.yaml');
  expect(named.filter((name) => !names.includes(name) && !compose.includes(`\${${name}`))).toEqual([]);
  expect(Object.keys(REQUIRED).filter((name) => !named.includes(name))).toEqual([]);
});
