import { describe, expect, test } from 'vitest';
import { emailSchema, passwordProblems, passwordSchema, usernameSchema } from '#shared/features/auth/model.ts';
import { hostName, serverOptionSchema } from '#shared/features/hosts/model.ts';
import { launchPath, nameInSnapshot, snapshotName } from '#shared/features/snapshots/model.ts';
import { slugFrom, workspaceName } from '#shared/features/workspaces/model.ts';
import { fc } from '#tests/support/fast-check.ts';

describe('slugs', () => {
  test.each([
    ['My App', 'my-app'],
    ['Kühe & Küsse', 'kuhe-kusse'],
    ['--a--b--', 'a-b'],
    ['株式会社', 'workspace'],
    ['', 'workspace'],
    [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
    ['a'.repeat(40), 'a'.repeat(30)],
    ['ﬁle № 9', 'file-no-9'],
  ])('of %j is %s', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });

  test('are good for a host name, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        expect(slugFrom(name)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/);
      }),
    );
  });
});

describe('names', () => {
  const says = (schema: typeof workspaceName, value: string) => [
    ...new Set(schema.safeParse(value).error?.issues.map(({ message }) => message)),
  ];

  test.each(['a', '日本', '7', '!', '€', 'x'.repeat(40)])('%j is a workspace’s', (name) => {
    expect(says(workspaceName, name)).toEqual([]);
  });

  test('must show something and end somewhere', () => {
    expect(says(workspaceName, '   ')).toEqual(['validation.required']);
    expect(says(workspaceName, 'x'.repeat(41))).toEqual(['validation.long']);
    expect(workspaceName.parse('  app ')).toBe('app');
    expect(says(hostName, '   ')).toEqual(['validation.required']);
    expect(says(hostName, 'x'.repeat(41))).toEqual(['validation.long']);
    expect(hostName.parse(' a ')).toBe('a');
    expect(hostName.parse('x'.repeat(40))).toHaveLength(40);
  });

  test('of people are lower case letters, digits and dashes, 3 to 30', () => {
    for (const good of ['ada', 'a-1', '007', 'a'.repeat(30), ' ada '])
      expect(usernameSchema.parse(good)).toBe(good.trim());
    expect(says(usernameSchema, 'ab')).toEqual(['validation.username.short']);
    expect(says(usernameSchema, 'a'.repeat(31))).toEqual(['validation.username.long']);
    for (const bad of ['Ada', 'a_b', '-ada', 'ada-', 'ädä', 'a b'])
      expect(says(usernameSchema, bad)).toEqual(['validation.username.characters']);
  });

  test('of mailboxes are compared in lower case', () => {
    expect(emailSchema.parse(' Ada@Example.COM ')).toBe('ada@example.com');
    expect(emailSchema.safeParse('ada').error?.issues[0]?.message).toBe('validation.email');
    expect(emailSchema.safeParse(`${'a'.repeat(60)}@${'b'.repeat(60)}.com`).success).toBe(false);
  });
});

describe('passwords', () => {
  test.each([
    ['Short-1', ['short']],
    ['long-enough-1', ['upper']],
    ['LONG-ENOUGH-1', ['lower']],
    ['Long-enough', ['digit']],
    ['LongEnough1', ['symbol']],
    ['Long Enough 1', ['symbol']],
    ['', ['short', 'upper', 'lower', 'digit', 'symbol']],
    ['Long-enou1', []],
    ['Ärger-über-7', []],
  ])('%j lacks %j', (password, lacks) => {
    expect(passwordProblems(password)).toEqual(lacks.map((what) => `validation.password.${what}`));
  });

  const says = (value: unknown) => passwordSchema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
  test('say one thing at a time', () => {
    expect(says(undefined)).toEqual(['validation.password.missing']);
    expect(says('')).toEqual(['validation.password.missing']);
    expect(says('a')).toEqual(['validation.password.short']);
    expect(says('Long-enou1')).toEqual([]);
    expect(says(`Aa1-${'x'.repeat(197)}`)).toEqual(['validation.password.long']);
    expect(says(`Aa1-${'x'.repeat(196)}`)).toEqual([]);
  });
});

describe('snapshots', () => {
  const at = new Date('2026-03-01T04:05:59.999Z');
  test('are called after their workspace and the minute', () => {
    expect(snapshotName('App', at)).toBe('App 2026-03-01 04:05');
  });

  test('tell what they were taken of', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (name, when) => {
          expect(nameInSnapshot(snapshotName(name, when))).toBe(name);
        },
      ),
    );
    expect(nameInSnapshot('2026-03-01 04:05 App')).toBe('2026-03-01 04:05 App');
    expect(nameInSnapshot('App 2026-03-01 04:05 copy')).toBe('App 2026-03-01 04:05 copy');
  });

  test('are launched from the page that creates', () => {
    expect(launchPath('s1')).toBe('/workspaces/add?snapshot_id=s1');
    expect(launchPath('s1', 'redis')).toBe('/services/add?service_id=redis&snapshot_id=s1');
  });
});

test('a server type of the price list is whole, and nothing else', () => {
  const good = {
    id: 'general-2',
    name: 'G2',
    kind: 'general',
    cpu_cores: 2,
    memory_gb: 4,
    disk_gb: 80,
    monthly_price: 4000,
  };
  expect(serverOptionSchema.parse(good)).toEqual({ ...good, vram_gb: null });
  const bad = [
    { id: 'G 2' },
    { id: '' },
    { id: '-a' },
    { id: `a${'b'.repeat(31)}` },
    { name: '' },
    { name: 'x'.repeat(61) },
    { kind: 'tiny' },
    { cpu_cores: 0 },
    { cpu_cores: 1.5 },
    { cpu_cores: 1025 },
    { memory_gb: 0 },
    { memory_gb: 16_385 },
    { disk_gb: 9 },
    { disk_gb: 10.5 },
    { disk_gb: 1_000_001 },
    { vram_gb: 0 },
    { vram_gb: 1.5 },
    { vram_gb: 10_001 },
    { monthly_price: -1 },
    { monthly_price: 0.5 },
    { monthly_price: 100_000_000 },
    { other: 1 },
  ];
  for (const change of bad)
    expect(serverOptionSchema.safeParse({ ...good, ...change }).success, JSON.stringify(change)).toBe(false);
  const edges = [
    { cpu_cores: 1 },
    { cpu_cores: 1024 },
    { memory_gb: 1 },
    { memory_gb: 16_384 },
    { disk_gb: 10 },
    { disk_gb: 1_000_000 },
    { vram_gb: 1 },
    { vram_gb: 10_000 },
    { monthly_price: 0 },
    { monthly_price: 99_999_999 },
    { name: 'x'.repeat(60) },
    { id: `a${'b'.repeat(30)}` },
  ];
  for (const change of edges)
    expect(serverOptionSchema.safeParse({ ...good, ...change }).success, JSON.stringify(change)).toBe(true);
});
