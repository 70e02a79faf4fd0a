import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '#server/platform/config.ts';
import { composeEnvironment } from '#tests/support/compose-environment.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../../resources/deploy');
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-stack-'));
afterAll(() => rmSync(folder, { recursive: true }));

const VALUES: Record<string, string> = {
  slipway_database_url: 'postgres://slipway:secret@db.internal/slipway\n',
  slipway_secret: 's'.repeat(64),
  slipway_stripe_key: 'sk_test_1\n',
  slipway_stripe_webhook_secret: 'whsec_1',
};
for (const [name, value] of Object.entries(VALUES)) writeFileSync(path.join(folder, name), value);

const stack = parse(readFileSync(path.join(DEPLOY, 'stack.yaml'), 'utf8'), { merge: true });
const example = Object.fromEntries(
  [...readFileSync(path.join(DEPLOY, 'stack.example.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** As the Swarm starts one task of it, with the secrets that it gets. */
function environmentOf(service: string): Record<string, string> {
  const environment = composeEnvironment(service, example, 'stack.yaml');
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const [, secret = ''] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
      if (secret) expect(stack.services[service].secrets).toContain(secret);
      return [name, secret ? path.join(folder, secret) : value.replace('{{.Task.Slot}}', '2')];
    }),
  );
}

describe.each(Object.keys(stack.services))('%s in the stack', (service) => {
  const { deploy } = stack.services[service];

  test('starts with the example’s settings and its secrets', () => {
    const config = readConfig(environmentOf(service));
    expect(config).toMatchObject({
      roles: [service],
      databaseUrl: 'postgres://slipway:secret@db.internal/slipway',
      secret: VALUES.slipway_secret,
      publicUrl: 'https://slipway.example.com',
    });
    expect(config.stripeKey).toBe(service === 'gateway' ? undefined : 'sk_test_1');
    expect(config.metricsPort).toBeGreaterThan(0);
  });

  test('is rolled one by one behind its health check, and rolled back by itself', () => {
    expect(deploy.update_config).toMatchObject({ parallelism: 1, failure_action: 'rollback', max_failure_ratio: 0 });
    expect(deploy.rollback_config.parallelism).toBe(1);
    expect(deploy.placement.constraints[0]).toMatch(/^node\.labels\.slipway\.(api|engine) == true$/);
  });
});

test('there are two of each but the gateway, whose ports are its machine’s; all secrets come from outside', () => {
  const replicas = Object.entries<{ deploy: { replicas: number } }>(stack.services);
  expect(replicas.map(([name, { deploy }]) => [name, deploy.replicas])).toEqual([
    ['api', 2],
    ['worker', 2],
    ['gateway', 1],
  ]);
  expect(Object.keys(stack.secrets).sort()).toEqual(Object.keys(VALUES).sort());
  const names: string[] = Object.values(SETTINGS).map(({ name }) => name);
  expect(Object.keys(example).filter((name) => !names.includes(name))).toEqual([]);
});

test('a setting is given once, in a file that can be read', () => {
  const file = path.join(folder, 'slipway_secret');
  expect(() => readConfig({ SLIPWAY_SECRET: 's'.repeat(32), SLIPWAY_SECRET_FILE: file })).toThrow('not both');
  expect(() => readConfig({ SLIPWAY_SECRET_FILE: path.join(folder, 'nothing') })).toThrow('isn’t a file');
});
