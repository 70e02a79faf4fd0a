import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { connectPayments } from '#server/connect-payments.ts';
import { createStandIns } from '#server/dev/stand-ins.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { ConfigError } from '#server/platform/config-error.ts';
import type { Closer } from '#server/platform/graceful-stop.ts';
import { explainStartFailure } from '#server/platform/start-failure.ts';
import { freePort } from '#tests/support/free-port.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-payments-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const webhook = { url: 'http://127.0.0.1:1', secret: 'whsec_test' };

const settings = async (more: Record<string, string>): Promise<Config> =>
  readConfig({
    SLIPWAY_DATA_DIR: dataDir,
    SLIPWAY_STRIPE_WEBHOOK_SECRET: webhook.secret,
    SLIPWAY_STRIPE_EMULATOR_PORT: String(await freePort()),
    ...more,
  });

describe('who takes the money', () => {
  test.each(['sk_live_real', 'sk_test_of_stripe'])(
    'the Stripe emulator does not start beside the key %s',
    async (key) => {
      const standIns = createStandIns({ seed: false });
      const config = await settings({ SLIPWAY_STRIPE_KEY: key });
      await expect(standIns.startPayments(config, webhook)).rejects.toThrow(ConfigError);
      const closers: Closer[] = [];
      await connectPayments(config, closers, standIns);
      expect(closers).toEqual([]);
      await expect(fetch(`http://127.0.0.1:${config.stripeEmulatorPort}`)).rejects.toThrow();
    },
  );

  test('a gateway gets no access to payments, whatever is set', async () => {
    const config = await settings({ SLIPWAY_ROLES: 'gateway', SLIPWAY_STRIPE_KEY: 'sk_live_real' });
    const payments = await connectPayments(config, []);
    expect(() => payments.getCustomer).toThrow(/no access to payments/);
  });

  test('a worker beside the API uses the stand-in that the API started', async () => {
    const config = await settings({ SLIPWAY_SECRET: 'of all processes of an installation' });
    const standIns = createStandIns({ seed: false });
    const closers: Closer[] = [];
    await connectPayments({ ...config, roles: ['api'] }, closers, standIns);
    const payments = await connectPayments({ ...config, roles: ['worker'] }, [], standIns);
    await payments.ensureCatalogue([]);
    expect(payments.testMode).toBe(true);
    for (const close of closers) await close(false);
  });

  test('a second API uses the stand-in of the first one, and leaves it running', async () => {
    const config = await settings({ SLIPWAY_SECRET: 'of all processes of an installation' });
    const standIns = createStandIns({ seed: false });
    const [first, second]: Closer[][] = [[], []];
    const one = await connectPayments(config, first as Closer[], standIns);
    const other = await connectPayments(config, second as Closer[], standIns);
    const { id } = await other.ensureCustomer({
      id: 'o-1',
      name: 'Ann & Co',
      email: 'ann@example.com',
      customerId: null,
    });
    for (const close of second as Closer[]) await close(false);
    expect((await one.getCustomer(id)).organizationId).toBe('o-1');
    for (const close of first as Closer[]) await close(false);
  });

  test('another installation’s stand-in on the port is not taken for ours', async () => {
    const config = await settings({ SLIPWAY_SECRET: 'of all processes of an installation' });
    const standIns = createStandIns({ seed: false });
    const closers: Closer[] = [];
    await connectPayments(config, closers, standIns);
    const stranger = { ...config, secret: 'of an installation elsewhere altogether' };
    const failed = await connectPayments(stranger, [], standIns).catch((error: unknown) => error);
    expect(explainStartFailure(failed)).toContain(`Port ${config.stripeEmulatorPort} is in use`);
    for (const close of closers) await close(false);
  });

  test('without a key it stands in on a developer’s machine, and production says what is missing', async () => {
    const config = await settings({});
    const closers: Closer[] = [];
    const payments = await connectPayments(config, closers, createStandIns({ seed: false }));
    expect(payments.testMode).toBe(true);
    for (const close of closers) await close(false);
    await expect(connectPayments(config, closers)).rejects.toThrow('SLIPWAY_STRIPE_KEY is not set.');
  });
});
