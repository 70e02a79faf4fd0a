import { expect, test } from 'vitest';
import { NOTHING, type Proposal, propose } from '#renderer/features/workspaces/proposal.ts';
import { fc } from '#tests/support/fast-check.ts';

const initial = {
  name: '',
  language: 'nodejs-24',
  more_languages: [] as string[],
  database: 'none',
  cpu_cores: 1,
  memory_gb: 1.5,
  disk_gb: 10 as const,
};
const option = (value: string) => ({ value, text: value });
const shop = {
  ...{ name: 'shop', languages: [option('go-1.24'), option('python-3.13')], database: option('postgresql-17') },
  ...{ cpu_cores: 2, memory_gb: 4, disk_gb: 20 },
};
const untouched = { initial, last: {} as Proposal, isChosen: () => false };

test('an untouched form takes what the repository proposes, and then what the next one does', () => {
  const first = propose({ ...initial, fixed: [] }, shop, untouched);
  expect(first).toEqual({
    ...{ name: 'shop', language: 'go-1.24', more_languages: ['python-3.13'], database: 'postgresql-17' },
    ...{ cpu_cores: 2, memory_gb: 4, disk_gb: 20 },
  });
  const values = { ...initial, ...first, fixed: [] };
  expect(propose(values, { ...NOTHING, name: 'blog' }, { ...untouched, last: first })).toEqual({
    ...initial,
    name: 'blog',
  });
});

test('what a template sets, and languages of which one was chosen, stay', () => {
  const values = { ...initial, fixed: ['database'] };
  const proposal = propose(values, shop, { ...untouched, isChosen: (field) => field === 'more_languages' });
  expect(Object.keys(proposal).sort()).toEqual(['cpu_cores', 'disk_gb', 'memory_gb', 'name']);
});

test('nothing that somebody typed is overwritten', () => {
  const typed = fc.record(
    {
      name: fc.string({ minLength: 1 }).filter((name) => !['shop', 'blog'].includes(name)),
      language: fc.constantFrom('ruby-3.3', 'none'),
      more_languages: fc.constantFrom('php-8.4', 'cpp').map((other) => [other]),
      database: fc.constantFrom('mysql', 'redis'),
      cpu_cores: fc.constantFrom(0.25, 3),
      memory_gb: fc.constantFrom(0.5, 8),
      disk_gb: fc.constantFrom(0 as const, 50 as const),
    },
    { requiredKeys: [] },
  );
  const looks = fc.array(fc.constantFrom(shop, NOTHING, { ...shop, name: 'blog', database: null }), { minLength: 1 });
  fc.assert(
    fc.property(typed, looks, fc.nat(3), (given, found, after) => {
      let values = { ...initial, fixed: [] as string[] } as Parameters<typeof propose>[0];
      let last: Proposal = {};
      for (const [index, each] of found.entries()) {
        if (index === Math.min(after, found.length - 1)) values = { ...values, ...given };
        last = propose(values, each, { ...untouched, last });
        values = { ...values, ...last };
      }
      expect(values).toMatchObject(given);
    }),
  );
});
