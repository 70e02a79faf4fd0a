import { expect, test } from 'vitest';
import { judge } from '#tests/soak/judge.ts';
import { page } from '#tests/soak/page.ts';
import type { Sample } from '#tests/soak/watch.ts';
import { fc } from '#tests/support/fast-check.ts';

const sample = (at: number, memory: number): Sample => ({
  ...{ at, memory, descriptors: 60, connections: 8, containers: 2, images: at, networks: 1, jobs: 0 },
  rows: { users: 4, audit: at },
});
const run = (memory: (at: number) => number, count = 40) =>
  judge(Array.from({ length: count }, (_, at) => sample(at, memory(at))));
const verdict = (series: ReturnType<typeof judge>, name: string) => series.find((each) => each.name === name)?.verdict;

test('memory that climbs all the time is told from memory that was taken once', () => {
  expect(
    verdict(
      run((at) => 200 + 4 * at),
      'memory',
    ),
  ).toBe('grows');
  expect(
    verdict(
      run((at) => 200 + Math.min(at, 10) * 20),
      'memory',
    ),
  ).toBe('flat');
  fc.assert(
    fc.property(fc.array(fc.double({ min: 200, max: 215, noNaN: true }), { minLength: 40, maxLength: 40 }), (noise) => {
      expect(
        verdict(
          run((at) => noise[at] ?? 200),
          'memory',
        ),
      ).toBe('flat');
    }),
  );
});

test('a short run has no verdict; what may grow has none either; what never changes isn’t drawn', () => {
  expect(
    verdict(
      run((at) => 200 + 40 * at, 8),
      'memory',
    ),
  ).toBe('too short');
  const series = run(() => 200);
  expect(verdict(series, 'images')).toBeNull();
  expect(series.map(({ name }) => name)).toContain('audit');
  expect(series.map(({ name }) => name)).not.toContain('users');
});

test('the page has a chart for each series, what failed, and nothing of it as markup', () => {
  const steps = [{ what: 'launch', count: 2, median: 1, worst: 2, errors: ['<script>alert(1)</script>'] }];
  const html = page({ title: 'Four people', seconds: 60, series: run(() => 200), steps });
  expect(html.match(/<polyline/g)?.length).toBe(run(() => 200).length);
  expect(html).toMatch(/launch: &\S+alert\(1\)/);
  expect(html).not.toContain('<script>');
});
