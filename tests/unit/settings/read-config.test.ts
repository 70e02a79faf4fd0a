import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS } from '#server/platform/config.ts';
import { ConfigError } from '#server/platform/config-error.ts';
import { fc } from '#tests/support/fast-check.ts';

const NAMES = Object.values(SETTINGS).map(({ name }) => name as string);

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const STRIPE = { SLIPWAY_STRIPE_KEY: 'sk_test_1', SLIPWAY_STRIPE_WEBHOOK_SECRET: 'whsec_1' };

/** For each setting that has a form, values that can't work. */
const WRONG: Record<string, string[]> = {
  SLIPWAY_HOST: ['http://127.0.0.1', '127.0.0.1:4400', '[::1]', 'my host'],
  SLIPWAY_PORT: ['0', '65536', '-1', '4400.5', '0x10', '1e3', 'http'],
  SLIPWAY_GATEWAY_PORT: ['none'],
  SLIPWAY_SSH_PORT: ['22 '.repeat(2)],
  SLIPWAY_SSH_LISTEN_HOST: ['*'],
  SLIPWAY_TCP_PORTS: ['24000', '24999-24000', '24000-70000', '0-10'],
  SLIPWAY_METRICS_PORT: ['off'],
  SLIPWAY_PUBLIC_URL: [
    'slipway.example.com',
    'ftp://slipway.example.com',
    'https:slipway.example.com',
    'https://slipway.example.com/app',
    'https://slipway.example.com?a=b',
    'https://me:secret@slipway.example.com',
    'https://',
  ],
  WORKSPACE_DOMAIN: [
    'https://example.net',
    '*.example.net',
    '.example.net',
    'example.net:443',
    'example.net/path',
    '10.0.0.1',
    'exa mple.net',
    `${'a'.repeat(64)}.net`,
  ],
  SLIPWAY_WORKSPACE_URL_PORT: ['https'],
  SLIPWAY_SSH_HOST: ['ssh://example.com', 'example.com:22'],
  SLIPWAY_SSH_PUBLIC_PORT: ['ssh', '0'],
  SLIPWAY_TRUST_PROXY: ['maybe'],
  SLIPWAY_ROLES: ['cook', 'api,cook', ','],
  DATABASE_URL: [
    'mysql://slipway@db/slipway',
    'db.example.com',
    'postgres://slipway:a/b@db.example.com/slipway',
    'postgres://slipway:1#b@db.example.com/slipway',
    'postgres://slipway:1?b@db.example.com/slipway',
    'postgres://slipway:100%@db.example.com/slipway',
  ],
  DATABASE_DIRECT_URL: ['mysql://slipway@db/slipway'],
  SLIPWAY_DATABASE_POOL: ['9', 'many'],
  SLIPWAY_SECRET: ['short'],
  SLIPWAY_DOCKER_SOCKET: ['tcp://127.0.0.1:2375', 'unix:///var/run/docker.sock'],
  SLIPWAY_ORGANIZATION_MEMORY_MB: ['1', '1535', '-1', '2 GB'],
  SLIPWAY_ORGANIZATION_CORES: ['-1', '0.5', 'none'],
  SLIPWAY_HOST_PROVIDER: ['cloud', 'ssh'],
  SLIPWAY_REGISTRY: ['docker.io/slipway', 'https://registry.example.com'],
  SLIPWAY_REGISTRY_USER: ['alone'],
  SLIPWAY_EGRESS_ALLOW: ['intranet'],
  SLIPWAY_STRIPE_KEY: ['pk_test_wrong', 'sk_live_with space'],
  SLIPWAY_STRIPE_PUBLISHABLE_KEY: ['sk_test_wrong'],
  SLIPWAY_STRIPE_WEBHOOK_SECRET: ['secret'],
  SLIPWAY_STRIPE_API_BASE: ['api.stripe.com'],
  SMTP_URL: ['mail.example.com', 'https://mail.example.com', 'smtp://', 'smtp://me:a/b@mail.example.com'],
  SLIPWAY_MAIL_FROM: ['Slipway', 'Slipway, Inc. <a@example.com>', 'a@b@example.com', 'Name\nBcc: x <a@example.com>'],
  SUPPORT_URL: ['mailto:help@example.com', 'help.example.com', 'https:///form'],
  SUPPORT_EMAIL: ['help', 'help@', '@example.com'],
  SLIPWAY_ADMIN_EMAILS: ['ann', 'ann@example.com,bob'],
  SLIPWAY_GITHUB_CLIENT_ID: ['alone'],
  SLIPWAY_GOOGLE_CLIENT_SECRET: ['alone'],
  SLIPWAY_GOOGLE_KEYS_URL: ['keys'],
  SLIPWAY_SIGN_UP: ['nobody', 'open,example.com', 'ann@example.com', 'localhost'],
  SLIPWAY_LOG_LEVEL: ['loud'],
};

describe('settings', () => {
  test.each(Object.entries(WRONG))('%s that can’t work is named', (name, values) => {
    for (const value of values)
      expect([value, problemsOf({ [name]: value }).join()]).toEqual([value, expect.stringContaining(name)]);
  });

  test('all that are wrong are named at once, each on a line of its own', () => {
    const oneEach = fc.record(
      Object.fromEntries(Object.entries(WRONG).map(([name, values]) => [name, fc.constantFrom(...values)])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(oneEach, (environment) => {
        const problems = problemsOf(environment as Record<string, string>);
        for (const name of Object.keys(environment)) expect(problems.join('\n')).toContain(name);
        for (const problem of problems) expect(problem).not.toContain('\n');
      }),
    );
  });

  test('any text in any setting is taken, or refused as a setting', () => {
    const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }), fc.webUrl());
    const anything = fc.dictionary(fc.constantFrom(...NAMES), text, { maxKeys: 5 });
    fc.assert(
      fc.property(anything, (environment) => {
        for (const problem of problemsOf(environment)) expect(NAMES.some((name) => problem.includes(name))).toBe(true);
      }),
    );
  });

  test('a password in an address is never repeated', () => {
    const password = fc.string({ minLength: 8, maxLength: 20, unit: fc.constantFrom(...'abcXYZ089/#?@%:,') });
    const address = fc.constantFrom('postgres://', 'smtp://', 'https://', '');
    fc.assert(
      fc.property(password, address, (secret, scheme) => {
        const value = `${scheme}slipway:${secret}@example.com/slipway`;
        const names = ['DATABASE_URL', 'SMTP_URL', 'SLIPWAY_PUBLIC_URL', 'SUPPORT_URL', 'SLIPWAY_GOOGLE_ISSUER'];
        expect(problemsOf(Object.fromEntries(names.map((name) => [name, value]))).join()).not.toContain(secret);
      }),
    );
  });

  test('an escaped password is taken, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (password) => {
        const secret = encodeURIComponent(password).replaceAll("'", '%27');
        const environment = {
          DATABASE_URL: `postgres://slipway:${secret}@db.example.com:5432/slipway?sslmode=require`,
          SMTP_URL: `smtps://slipway:${secret}@mail.example.com`,
        };
        expect(readConfig(environment)).toMatchObject({
          databaseUrl: environment.DATABASE_URL,
          smtpUrl: environment.SMTP_URL,
        });
      }),
    );
  });

  test('the address of the UI is taken in any case, and known as browsers write it', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.constantFrom('https', 'HTTPS', 'Http', 'hTTp'),
        fc.boolean(),
        (domain, scheme, slash) => {
          const config = readConfig({ SLIPWAY_PUBLIC_URL: `${scheme}://${domain.toUpperCase()}${slash ? '/' : ''}` });
          expect(config.publicUrl).toBe(`${scheme.toLowerCase()}://${domain.toLowerCase()}`);
          expect(config.https).toBe(scheme.toLowerCase() === 'https');
        },
      ),
    );
  });

  test('workspaces live neither on the UI’s host, nor above or below it', () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (one, other) => {
        const told = (ui: string, workspaces: string) =>
          problemsOf({ SLIPWAY_PUBLIC_URL: `https://${ui}`, WORKSPACE_DOMAIN: workspaces }).join();
        expect(told(one, one)).toContain('WORKSPACE_DOMAIN');
        expect(told(one, `ws.${one}`)).toContain('WORKSPACE_DOMAIN');
        expect(told(`app.${one}`, one)).toContain('WORKSPACE_DOMAIN');
        fc.pre(!`.${one}`.endsWith(`.${other}`) && !`.${other}`.endsWith(`.${one}`));
        expect(told(one, other)).toBe('');
      }),
    );
    expect(readConfig({ WORKSPACE_DOMAIN: 'Workspaces.LOCALHOST' }).workspaceDomain).toBe('workspaces.localhost');
  });

  test('two ports of one process differ; those of other roles don’t matter', () => {
    expect(problemsOf({ SLIPWAY_PORT: '4401' }).join()).toMatch(/SLIPWAY_PORT and SLIPWAY_GATEWAY_PORT are both 4401/);
    expect(problemsOf({ SLIPWAY_PORT: '4401', SLIPWAY_ROLES: 'api' })).toEqual([]);
    expect(problemsOf({ SLIPWAY_SSH_PORT: '24000' }).join()).toContain('inside SLIPWAY_TCP_PORTS');
    expect(problemsOf({ SLIPWAY_PORT: '4480', ...STRIPE })).toEqual([]);
  });

  test('a Stripe key needs its webhook’s secret, except where nobody is charged', () => {
    const { SLIPWAY_STRIPE_KEY } = STRIPE;
    expect(problemsOf({ SLIPWAY_STRIPE_KEY }).join()).toContain('SLIPWAY_STRIPE_WEBHOOK_SECRET');
    expect(problemsOf({ SLIPWAY_STRIPE_KEY, SLIPWAY_ROLES: 'gateway' })).toEqual([]);
  });

  test('keys of Stripe’s test mode and live keys don’t go together', () => {
    const told = (secret: string, publishable: string) =>
      problemsOf({ ...STRIPE, SLIPWAY_STRIPE_KEY: secret, SLIPWAY_STRIPE_PUBLISHABLE_KEY: publishable });
    expect(told('sk_live_1', 'pk_test_1').join()).toContain('both be live keys');
    expect(told('rk_live_1', 'pk_live_1')).toEqual([]);
  });

  test.each([
    ['DATABASE_URL', 'postgresql://a@one.example.com:5432,two.example.com:5433/slipway'],
    ['DATABASE_URL', 'postgres:///slipway'],
    ['SLIPWAY_MAIL_FROM', '"Slipway, Inc." <no-reply@example.com>'],
    ['SLIPWAY_MAIL_FROM', 'スリップウェイ <no-reply@例え.jp>'],
    ['SUPPORT_EMAIL', "o'neill+help@example.com"],
    ['SLIPWAY_HOST', '::1'],
    ['SLIPWAY_HOST', '0.0.0.0'],
    ['WORKSPACE_DOMAIN', 'arbeitsplätze.example'],
    ['SLIPWAY_LOG_LEVEL', 'WARN'],
  ])('%s may be %s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });
});
